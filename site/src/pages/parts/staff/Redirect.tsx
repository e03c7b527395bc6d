import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * Goes to another address in the place of this one. The router's own would cost every visitor of a
 * race its bytes (vite.config.ts, "react").
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}
