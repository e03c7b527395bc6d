import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * Replaces the current address with another one. The router's own component would cost every
 * visitor of a race its bytes (vite.config.ts, "react").
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}
