// Made by `npm run api-types`.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports that the service is up.
         * @description For everybody.
         */
        get: operations["remote.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document.
         * @description For everybody.
         */
        get: operations["remote.openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in with e-mail and password. Every failure is the same 401.
         * @description For everybody.
         */
        post: operations["remote.account.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchanges a refresh token for a new access token and the next refresh token. Reusing an old refresh token ends the session.
         * @description For everybody.
         */
        post: operations["remote.account.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends this session.
         * @description For any session.
         */
        post: operations["remote.account.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/logout/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends all sessions of the account.
         * @description For any session.
         */
        post: operations["remote.account.logout-all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes a password; one's own requires the old one. All sessions of the account end.
         * @description For oneself; another's: administrators.
         */
        put: operations["remote.account.password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An account with its keys.
         * @description For oneself; another's: administrators.
         */
        post: operations["remote.account.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The keys of an account with their values.
         * @description For oneself; another's: administrators.
         */
        post: operations["remote.key.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All accounts.
         * @description For administrators.
         */
        get: operations["remote.account.all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an account.
         * @description For administrators.
         */
        post: operations["remote.account.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the name and, for administrators, the type of the account with this e-mail.
         * @description For oneself; another's: administrators.
         */
        put: operations["remote.account.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes an e-mail address; all sessions of the account end.
         * @description For oneself; another's: administrators.
         */
        put: operations["remote.account.email"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Locks an account other than one's own: its sessions end and its keys stop working.
         * @description For administrators.
         */
        post: operations["remote.account.lock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lifts a lock and a login delay.
         * @description For administrators.
         */
        post: operations["remote.account.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes an account with its keys and links; its events stay.
         * @description For oneself; another's: administrators.
         */
        delete: operations["remote.account.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key/used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The day on which each key of an account was last used; on the remote host the last read, too.
         * @description For oneself; another's: administrators.
         */
        post: operations["remote.key.used"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a key.
         * @description For oneself; for another: administrators; not registration accounts.
         */
        post: operations["remote.key.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces all settings of the key with this value.
         * @description For the owner and administrators.
         */
        put: operations["remote.key.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a key.
         * @description For the owner and administrators.
         */
        delete: operations["remote.key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's readers: its write keys.
         * @description For any key.
         */
        get: operations["remote.readers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The reads of a reader within a time range, oldest first; if there are too many for an answer, it ends at a whole second.
         * @description For any key.
         */
        get: operations["remote.reads.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reads/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores reads under the calling key. Invalid ones are dropped.
         * @description For write keys.
         */
        post: operations["remote.reads.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reads/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes the reads of a reader up to an end, or between start and end; all of them if no end is given. What is uploaded later stays.
         * @description For delete keys.
         */
        delete: operations["remote.reads.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest notification of a reader, if it is not older than five minutes.
         * @description For any key.
         */
        get: operations["remote.notifications.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a notification of the reader to which the calling key belongs.
         * @description For write keys.
         */
        post: operations["remote.notifications.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An account as sent by an administrator or its owner. */
        AccountIn: {
            /** @description Name of the person or company, 1 to 100 characters after trimming. */
            name?: string | null;
            /** @description E-mail address, up to 100 characters, unique among the host's accounts regardless of case. In an update it identifies the account; use `account/email` to change it. */
            email?: string | null;
            /** @description What it may do: `admin`, `free` or `paid`; on the account host also `registration`. Only administrators can change it; others keep theirs. */
            type?: string | null;
        };
        /** @description An account as shown to itself and to administrators. */
        AccountOut: {
            /** @description Name of the person or company. */
            name: string;
            /** @description E-mail address as typed; unique among the host's accounts regardless of case. */
            email: string;
            /** @description What it may do: `admin`, `free`, `paid` or, on the account host, `registration`. */
            type: string;
            /** @description Whether an administrator has locked it: nobody can sign in, and its keys do not work. */
            locked: boolean;
        };
        /** @description Answer of `account/all`. */
        Accounts: {
            /** @description All accounts of the host, ordered by address in lower case. */
            accounts: components["schemas"]["AccountOut"][];
        };
        /** @description Request of `account/add`. */
        AddAccount: {
            account?: null | components["schemas"]["AccountIn"];
            /** @description Its initial password: at least 8 characters and at most 1,024 bytes. */
            password?: string | null;
        };
        /** @description Request of `key/add`. */
        AddKey: {
            /** @description E-mail address of the account that gets the key; empty: the caller's own. */
            email?: string | null;
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description Request of `POST /reads/add`. */
        AddReads: {
            /** @description Reads to store under the calling key. Invalid ones are dropped; a read that is already stored stays as it is. */
            reads?: (null | components["schemas"]["ReadIn"])[] | null;
        };
        /** @description Request of `account/email`. */
        ChangeEmail: {
            /** @description The account's current address. */
            old_email?: string | null;
            /** @description The account's new address, up to 100 characters. All its sessions end. */
            new_email?: string | null;
        };
        /** @description Request of `account/password`. */
        ChangePassword: {
            /** @description The caller's current password; ignored when the account is another's. */
            old_password?: string | null;
            /** @description The new password: at least 8 characters and at most 1,024 bytes. */
            new_password?: string | null;
            /** @description E-mail address of another account, for administrators only; empty, or the caller's own: the caller's account. */
            email?: string | null;
        };
        /** @description A number of rows. */
        Count: {
            /** @description For an upload: how many rows are valid, including duplicates. For a delete: how many rows were deleted, or how many ids were sent. */
            count: number;
        };
        /** @description Request of `key/delete`. */
        DeleteKey: {
            /** @description The value of the key to delete permanently. */
            key?: string | null;
        };
        /** @description Request of `DELETE /reads/delete`. */
        DeleteReads: {
            /** @description The reader's name, which is the name of its key. */
            reader?: string | null;
            /**
             * Format: int64
             * @description First unix second of the reads to delete; ignored without `end`. Missing: from the earliest.
             */
            start?: number | null;
            /**
             * Format: int64
             * @description Last unix second of the reads to delete; missing: all reads of the reader.
             */
            end?: number | null;
        };
        /**
         * Format: date-time
         * @description RFC 3339 with whole seconds and the offset as received; offset zero is `Z`.
         * @example 2026-05-02T08:00:00-07:00
         */
        EventTime: string;
        /** @description Names an account; without an address, the caller's own. */
        ForAccount: {
            /** @description E-mail address of the account, in any case; empty: the caller's own, if the route allows it. */
            email?: string | null;
        };
        /** @description Request of `GET /notifications/get`. */
        GetNotification: {
            /** @description The reader's name, which is the name of its key. */
            reader?: string | null;
        };
        /**
         * @description The kind of a read's identifier.
         * @enum {string}
         */
        IdentKind: "chip" | "bib";
        /** @description A key as sent. */
        KeyIn: {
            /** @description Name given by its owner, up to 100 characters. On the remote host this is the reader's name, which must be given and unique among the account's living keys. */
            name?: string | null;
            /** @description The key itself. Ignored in `key/add`; identifies the key in `key/update`. */
            value?: string | null;
            /** @description What it allows: `read`, `write` (which includes reading) or `delete` (which includes writing); `default` is stored as `read`. */
            type?: string | null;
            /** @description Account host only: names of the hosts from whose pages a browser may use it, separated by commas, up to 1,000 characters; empty: any. */
            allowed_hosts?: string | null;
            /** @description Until when it is valid: RFC 3339, or a date for the end of that day in UTC; empty: forever. */
            valid_until?: string | null;
        };
        /** @description A key as shown to its owner. */
        KeyOut: {
            /**
             * Format: int32
             * @description Remote host only: the account's number, from 1.
             */
            account_id?: number;
            /** @description Name given by its owner; on the remote host, the reader's name. */
            name: string;
            /** @description The key itself; empty if it cannot be shown, for example because it was imported. */
            value: string;
            /** @description What it allows: `read`, `write` or `delete`. */
            type: string;
            /** @description Account host only: names of the hosts from whose pages a browser may use it, separated by commas; empty: any. */
            allowed_hosts?: string;
            valid_until: components["schemas"]["EventTime"] | null;
        };
        /** @description When a key was last used. */
        KeyUsed: {
            /** @description The key's value. */
            value: string;
            /** @description The day (UTC, `YYYY-MM-DD`) of the last call that was admitted with the key; empty: none is known. */
            last_used: string;
            /** @description Remote host only: the read with the latest time that was stored with the key; absent without one. */
            last_read?: components["schemas"]["Read"];
        };
        /** @description Answer of `key`. */
        Keys: {
            /** @description The account's keys, ordered by name, then by value. */
            keys: components["schemas"]["KeyOut"][];
        };
        /** @description Answer of `key/used`. */
        KeysUsed: {
            /** @description The account's keys, in the same order as in the answer of `key`. */
            keys: components["schemas"]["KeyUsed"][];
        };
        /** @description Request of `GET /reads`. */
        ListReads: {
            /** @description The reader's name, which is the name of its key. An unknown reader has no reads. */
            reader?: string | null;
            /**
             * Format: int64
             * @description First unix second of the reads to return.
             */
            start?: number | null;
            /**
             * Format: int64
             * @description Last unix second of the reads to return. If it is before `start`, six minutes after `start` are meant.
             */
            end?: number | null;
        };
        /** @description Request of `account/login`. */
        Login: {
            /** @description E-mail address of the account, in any case. */
            email?: string | null;
            /** @description Its password, up to 1,024 bytes. */
            password?: string | null;
        };
        /** @description The body of every error (contract 1.3), unless a route documents another. */
        Message: {
            /** @description What was wrong, followed by a full stop and what is accepted. Never contains a value that was sent. */
            message: string;
        };
        /** @description A notification from a reader's machine, as it is shown. */
        Notification: {
            /**
             * Format: int64
             * @description From 1 to 2³¹ − 1, unique and increasing within the account.
             */
            id: number;
            /** @description The event at the reader's machine or its power supply. */
            type: components["schemas"]["NotificationKind"];
            /** @description When it happened, by the reader's clock. */
            when: components["schemas"]["EventTime"];
        };
        /** @description A notification as sent. */
        NotificationIn: {
            /** @description `UPS_DISCONNECTED`, `UPS_CONNECTED`, `UPS_ON_BATTERY`, `UPS_LOW_BATTERY`, `UPS_ONLINE`, `SHUTTING_DOWN`, `RESTARTING`, `HIGH_TEMP`, `MAX_TEMP`, `BATTERY_LOW` or `BATTERY_CRITICAL`. */
            type?: string | null;
            /** @description When it happened by the reader's clock: date and time with an offset, in one of the forms of contract 1.6. */
            when?: string | null;
        };
        /**
         * @description A reader's report about itself.
         * @enum {string}
         */
        NotificationKind: "UPS_DISCONNECTED" | "UPS_CONNECTED" | "UPS_ON_BATTERY" | "UPS_LOW_BATTERY" | "UPS_ONLINE" | "SHUTTING_DOWN" | "RESTARTING" | "HIGH_TEMP" | "MAX_TEMP" | "BATTERY_LOW" | "BATTERY_CRITICAL";
        /** @description Answer of `account/add`, `account/update` and `account/link`. */
        OneAccount: {
            /** @description The account as it is now; for `account/link`, the linked account. */
            account: components["schemas"]["AccountOut"];
        };
        /** @description Answer of `key/add` and `key/update`. */
        OneKey: {
            /** @description The key as it is now, with its value. */
            key: components["schemas"]["KeyOut"];
        };
        /** @description An OpenAPI document. */
        OpenApiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
        };
        /** @description One sighting of a chip or bib. It never changes: see [`Read::identity`]. */
        Read: {
            /** @description The chip's code or the bib that was seen, 1 to 100 characters. */
            identifier: string;
            /**
             * Format: int64
             * @description When it was seen, in unix seconds by the reader's clock, 0 or more.
             */
            seconds: number;
            /**
             * Format: int64
             * @description Millisecond part of that time, 0 or more; values above 999 are allowed.
             */
            milliseconds: number;
            /** @description Whether `identifier` is a chip or a bib. */
            ident_type: components["schemas"]["IdentKind"];
            /** @description Whether an antenna saw it or somebody typed it. */
            type: components["schemas"]["ReadKind"];
            /**
             * Format: int64
             * @description Number of the antenna that saw it, as counted by the hardware.
             */
            antenna: number;
            /** @description A label inside the hardware; not the reader's name. */
            reader: string;
            /** @description Signal strength as written by the hardware. */
            rssi: string;
        };
        /** @description A read as sent: one sighting of a chip or bib. It is dropped if it has no identifier, a negative time or an unknown type. */
        ReadIn: {
            /** @description The chip's code or the bib that was seen, 1 to 100 characters. */
            identifier?: string | null;
            /**
             * Format: int64
             * @description When it was seen, in unix seconds by the reader's clock; 0 or more.
             */
            seconds?: number | null;
            /**
             * Format: int64
             * @description Fraction of a second of that time, in milliseconds; 0 or more.
             */
            milliseconds?: number | null;
            /** @description `chip` or `bib`, in any case. */
            ident_type?: string | null;
            /** @description `reader` or `manual`, in any case. */
            type?: string | null;
            /**
             * Format: int64
             * @description Number of the antenna that saw it, as counted by the hardware.
             */
            antenna?: number | null;
            /** @description A label inside the hardware, up to 50 characters; not the reader's name. */
            reader?: string | null;
            /** @description Signal strength as reported by the hardware, up to 10 characters. */
            rssi?: string | null;
        };
        /**
         * @description How a read came about.
         * @enum {string}
         */
        ReadKind: "reader" | "manual";
        /** @description A reader: a machine that uploads reads with a key of its own. */
        Reader: {
            /** @description The name of its key. */
            name: string;
        };
        /** @description Answer of `GET /readers`. */
        Readers: {
            /** @description The account's readers: the names of its living keys of type `write`, in ascending order. */
            readers: components["schemas"]["Reader"][];
        };
        /** @description Answer of `GET /reads`. */
        Reads: {
            /** @description Number of reads in this answer. If not all of them fit, it ends early, at a whole second. */
            count: number;
            /** @description The reads, oldest first. */
            reads: components["schemas"]["Read"][];
            notification: components["schemas"]["Notification"] | null;
        };
        /** @description Request of `account/refresh`. */
        Refresh: {
            /** @description The refresh token of the last login or refresh. The one before it is accepted for ten seconds after it was replaced. */
            refresh_token?: string | null;
        };
        /** @description Answer of `account` on the remote host. */
        RemoteAccountOverview: {
            /** @description The account that was asked for. */
            account: components["schemas"]["AccountOut"];
            /** @description Its keys with their values, ordered by name. Each belongs to a reader or a program. */
            keys: components["schemas"]["KeyOut"][];
        };
        /** @description Request of `POST /notifications/save`. */
        SaveNotification: {
            notification?: null | components["schemas"]["NotificationIn"];
        };
        /** @description Answer of `GET /notifications/get`. */
        ShownNotification: {
            /** @description The reader's name, as in the request. */
            reader: string;
            /** @description Its latest notification, at most five minutes old. */
            notification: components["schemas"]["Notification"];
        };
        /** @description Both tokens of a session; each refresh replaces them. */
        Tokens: {
            /** @description The token to send after `Bearer` in `Authorization`; valid for 15 minutes. */
            access_token: string;
            /** @description The token for `account/refresh`; valid for 7 days. A refresh replaces it, after which it is accepted for another ten seconds and returns the same successor. */
            refresh_token: string;
        };
        /** @description Request of `account/update`. */
        UpdateAccount: {
            account?: null | components["schemas"]["AccountIn"];
        };
        /** @description Request of `key/update`. */
        UpdateKey: {
            key?: null | components["schemas"]["KeyIn"];
        };
    };
    responses: {
        /** @description The request cannot be read, or a field is missing or malformed. */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The credential is missing, unknown, expired or too weak, or the thing is somebody else's. */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The time to subscribe to text alerts is over. */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description There is no such thing. */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description It exists already, or was changed by somebody else. */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The request or the answer is too large. */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description Too often. `Retry-After` says how many seconds to wait. */
        429: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description Our failure; the same request may come again. */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description Overloaded or out of time; the same request may come again after `Retry-After` seconds. */
        503: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "remote.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with an empty body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "remote.openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
        };
    };
    "remote.account.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteAccountOverview"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.key.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accounts"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccount"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccount"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForAccount"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForAccount"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.account.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForAccount"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.key.used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeysUsed"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.key.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddKey"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneKey"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.key.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateKey"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneKey"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.key.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteKey"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readers"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.reads.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListReads"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reads"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.reads.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddReads"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.reads.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteReads"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.notifications.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GetNotification"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownNotification"];
                };
            };
            /** @description There is none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "remote.notifications.save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveNotification"];
            };
        };
        responses: {
            /** @description Done, with an empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
}
