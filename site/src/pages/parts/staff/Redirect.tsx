import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Replaces the address. The router's own would cost all visitors (vite.config.ts, "react"). */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}
