import { Fragment, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { useSignIn } from "../../../session/sign-in";
import type { Realm } from "../../../session/stored";
import type { CameFrom } from "./destination";
import { Redirect } from "./Redirect";

/** A page behind a sign-in, mounted for each anew; else goes to `login` (pages.md B5.4). */
export function Guard({
  realm,
  login,
  children,
}: {
  realm: Realm;
  login: string;
  children: ReactNode;
}) {
  const signIn = useSignIn(realm);
  const { pathname } = useLocation();
  const [wasSignedIn] = useState(signIn !== null);
  if (signIn === null)
    return (
      <Redirect to={login} state={{ from: pathname, ended: wasSignedIn } satisfies CameFrom} />
    );
  return <Fragment key={signIn}>{children}</Fragment>;
}
