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
        get: operations["health"];
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
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All unrestricted events.
         * @description For any key.
         */
        get: operations["events.all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/my": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the key's account and of accounts that have linked it, including restricted ones.
         * @description For any key.
         */
        get: operations["events.mine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an event; the key's account owns it.
         * @description For write keys.
         */
        post: operations["events.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces all fields of an event except its slug.
         * @description For write keys of the owner.
         */
        put: operations["events.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/delete": {
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
         * Deletes an event with its years and all their data.
         * @description For delete keys of the owner.
         */
        delete: operations["events.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-year": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A year; the latest if none is named.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["years.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-year/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All years of an event, oldest first.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["years.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-year/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a year to an event.
         * @description For write keys of the owner.
         */
        post: operations["years.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-year/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces all fields of a year except its key.
         * @description For write keys of the owner.
         */
        put: operations["years.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-year/delete": {
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
         * Deletes a year with all its data; the latest if none is named.
         * @description For delete keys of the owner.
         */
        delete: operations["years.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The last row of each person in each segment, with participants and distances.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["results.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every row.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["results.all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every row of a finish.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["results.finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results/multi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every row of several years.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["results.multi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results/bib": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every row of a bib, with its person, segments and distance.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["results.bib"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event, its years, and the results of its latest year.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["events.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads rows: each replaces the one of the same person, location and occurrence. Invalid rows are dropped.
         * @description For write keys of the owner.
         */
        post: operations["results.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds or replaces segments.
         * @description For write keys of the owner.
         */
        post: operations["segments.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distances/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds or replaces distances.
         * @description For write keys of the owner.
         */
        post: operations["distances.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/results/delete": {
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
         * Deletes the rows of a year, or of one distance.
         * @description For write keys of the owner.
         */
        delete: operations["results.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/participants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The participants of a year, with the names of anonymous ones.
         * @description For write keys of the owner.
         */
        post: operations["participants.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/participants/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds or replaces participants. Invalid ones are dropped.
         * @description For write keys of the owner.
         */
        post: operations["participants.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/participants/delete": {
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
         * Deletes the participants with these ids, or all if none are given.
         * @description For write keys of the owner.
         */
        delete: operations["participants.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bibchips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The chips of a year with their bibs.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["bibchips.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bibchips/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds or replaces bib chips, and tells which were moved from another bib: one chip counts for one runner, so somebody who hands out a chip twice should learn of it.
         * @description For write keys of the owner.
         */
        post: operations["bibchips.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bibchips/delete": {
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
         * Deletes all bib chips of a year.
         * @description For write keys of the owner.
         */
        delete: operations["bibchips.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The segments of a year.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["segments.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The distances of a year, or only the one named.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["distances.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/delete": {
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
         * Deletes all segments of a year.
         * @description For write keys of the owner.
         */
        delete: operations["segments.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distances/delete": {
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
         * Deletes all distances of a year.
         * @description For write keys of the owner.
         */
        delete: operations["distances.delete"];
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
        post: operations["account.login"];
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
        post: operations["account.refresh"];
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
        post: operations["account.logout"];
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
        post: operations["account.logout-all"];
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
        put: operations["account.password"];
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
         * An account with its keys, events, and the accounts it has linked.
         * @description For oneself; another's: administrators.
         */
        post: operations["account.get"];
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
        get: operations["account.all"];
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
        post: operations["account.add"];
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
        put: operations["account.update"];
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
        put: operations["account.email"];
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
        post: operations["account.lock"];
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
        post: operations["account.unlock"];
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
        delete: operations["account.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Links a registration account, which may then help with participants.
         * @description For paid accounts and administrators.
         */
        put: operations["account.link"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Removes the caller's link to an account.
         * @description For any session.
         */
        put: operations["account.unlink"];
        post?: never;
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
        post: operations["key.list"];
        delete?: never;
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
        post: operations["key.used"];
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
        post: operations["key.add"];
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
        put: operations["key.update"];
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
        delete: operations["key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked/phones/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts a phone on the block list: no more texts are sent to it.
         * @description For everybody, rate-limited.
         */
        post: operations["blocked.phones.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked/phones/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The blocked phones: with a key those that are subscribed to events of its account, for an administrator all.
         * @description For write keys and administrators.
         */
        get: operations["blocked.phones.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked/phones/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a phone off the block list.
         * @description For administrators.
         */
        post: operations["blocked.phones.unblock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked/emails/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts an e-mail address on the block list.
         * @description For everybody, rate-limited.
         */
        post: operations["blocked.emails.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked/emails/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The blocked e-mail addresses: with a key those that are subscribed to events of its account, for an administrator all.
         * @description For write keys and administrators.
         */
        get: operations["blocked.emails.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked/emails/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes an e-mail address off the block list.
         * @description For everybody, rate-limited.
         */
        post: operations["blocked.emails.unblock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The subscriptions to text alerts if the timing client sends the texts; otherwise none.
         * @description For write keys of the owner.
         */
        post: operations["sms.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribes a phone to the alerts about a runner, by bib or by name.
         * @description For everybody, rate-limited; a restricted event: with a key of its owner.
         */
        post: operations["sms.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes all subscriptions of a phone for a year.
         * @description For everybody, rate-limited.
         */
        post: operations["sms.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public key with which browsers subscribe to push messages; 404 where the server sends no alerts.
         * @description For everybody.
         */
        get: operations["push.key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribes a browser to the alerts about a runner, by bib or by name.
         * @description For everybody, rate-limited; a restricted event: with a key of its owner.
         */
        post: operations["push.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a browser's subscriptions for a year: those about one runner, or all.
         * @description For everybody, rate-limited.
         */
        post: operations["push.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an address a link with which to confirm that it wants an e-mail at a runner's finish; 404 where no mail is sent.
         * @description For everybody, rate-limited; a restricted event: with a key of its owner.
         */
        post: operations["mail.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribes the address of a link to the finish of its runner.
         * @description For who has the link.
         */
        post: operations["mail.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends all e-mails to the address of a link, whose token is in the query (RFC 8058). A GET redirects to the page that does so.
         * @description For who has the link.
         */
        post: operations["mail.unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/privacy/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the organiser to show a runner by initials, without age or not at all, or to correct something. The answer does not reveal whether the details were right.
         * @description For everybody, rate-limited; a restricted event: with a key of its owner.
         */
        post: operations["privacy.ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/twilio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Processes a reply to a text; 404 where no provider is set up.
         * @description For the provider of text messages.
         */
        post: operations["sms.webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The events of an account and of accounts that have linked it, including restricted ones.
         * @description For oneself; another's: administrators.
         */
        post: operations["r.events.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an event.
         * @description For oneself; another's: administrators.
         */
        post: operations["r.events.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces all fields of an event except its slug.
         * @description For the owner and administrators.
         */
        put: operations["r.events.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Figures about what is published of the years of an event, or of one year.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.events.state"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event/delete": {
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
         * Deletes an event with its years and all their data.
         * @description For the owner and administrators.
         */
        delete: operations["r.events.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event-year": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All years of an event, oldest first.
         * @description For the owner and administrators.
         */
        post: operations["r.years.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event-year/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The years of all unrestricted events and of the caller's own, newest first.
         * @description For any session.
         */
        post: operations["r.years.all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event-year/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a year to an event.
         * @description For the owner and administrators.
         */
        post: operations["r.years.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event-year/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces all fields of a year except its key.
         * @description For the owner and administrators.
         */
        put: operations["r.years.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/event-year/delete": {
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
         * Deletes a year with all its data.
         * @description For the owner and administrators.
         */
        delete: operations["r.years.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/participants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The participants of a year, with the names of anonymous ones.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.participants.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/participants/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds or replaces a participant, who keeps a bib assigned earlier. One who is anonymous stays so, and an empty age group or T-shirt size empties nothing.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.participants.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/participants/add-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds or replaces participants, who keep bibs assigned earlier. Invalid ones are dropped. What `r/participants/add` keeps is kept.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.participants.add-many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/participants/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces all fields of a participant except the id. One who is anonymous stays so, and an empty age group or T-shirt size empties nothing.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.participants.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/participants/update-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces participants: all of them, or none if one is unknown. Invalid ones are dropped. What `r/participants/update` keeps is kept.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.participants.update-many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/participants/delete": {
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
         * Deletes the participants with these ids, or all if none are given.
         * @description For the owner and administrators.
         */
        delete: operations["r.participants.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/checkin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The participants of a year, who is checked in, and which bibs were granted not to be named: all participants, or only what changed.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.checkin.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/checkin/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes one edit at check-in, compared field by field with what is stored: completely or not at all, and only once however often it is sent.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.checkin.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The text alerts of a year: how many follow, what is waiting, what was sent and what it costs.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.alerts.state"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/alerts/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses or resumes the text alerts of a year.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.alerts.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/privacy/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The requests of a year's runners about their own data, and what was granted.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.privacy.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/privacy/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grants or refuses what a runner asked for, or withdraws what was granted.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.privacy.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/hook/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The web hook of an event: the address that is told about new versions, its secret, and how its calls went.
         * @description For the owner and administrators.
         */
        post: operations["r.hook.state"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/hook/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets, tests or removes the web hook of an event, or replaces its secret.
         * @description For the owner and administrators.
         */
        put: operations["r.hook.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The series definition of an event, and every file it has on the downloads host.
         * @description For the owner and administrators.
         */
        post: operations["r.series.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/files/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The versions of a file of an event; if one is named, also its text.
         * @description For the owner and administrators.
         */
        post: operations["r.files.versions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/series/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Publishes the series definition; an empty list of years withdraws it.
         * @description For the owner and administrators.
         */
        put: operations["r.series.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/results/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Previews what a table of results would do to a year: which rows are new, changed, unchanged or wrong. Nothing is written.
         * @description For the owner and administrators.
         */
        post: operations["r.results.plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/results/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads rows of a plan, as results/add does; 409 if one has changed since the plan.
         * @description For the owner and administrators.
         */
        post: operations["r.results.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/results/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The columns that the account chose for its tables; a choice in the request is saved first.
         * @description For any session.
         */
        post: operations["r.results.columns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/results/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The current version of the results, and the earlier ones that can be returned to.
         * @description For the owner and administrators.
         */
        post: operations["r.results.versions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/results/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns to an earlier version, as far as the time of one call allows; repeating the call continues.
         * @description For the owner and administrators.
         */
        post: operations["r.results.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/corrections/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The runners that were corrected by hand, with what has been uploaded of them since, and those with a bib.
         * @description For the owner and administrators.
         */
        post: operations["r.corrections.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/corrections/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Corrects a runner, changes a correction or takes it back, and tells what readers see otherwise then.
         * @description For the owner and administrators.
         */
        post: operations["r.corrections.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/standings/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes the previous youth standings of a distance; an empty text withdraws them.
         * @description For the owner and administrators.
         */
        post: operations["r.standings.update"];
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
        /** @description Answer of `account` on the account host. */
        AccountOverview: {
            /** @description The account that was asked for. */
            account: components["schemas"]["AccountOut"];
            /** @description Its keys with their values, ordered by name. */
            keys: components["schemas"]["KeyOut"][];
            /** @description Its events and those of accounts that have linked it, including restricted ones, as in `event/my`. */
            events: components["schemas"]["Event"][];
            /** @description The accounts that it has linked, ordered by address. */
            linked: components["schemas"]["AccountOut"][];
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
        /** @description Request of `mail/add`. */
        AddAddress: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Bib of the runner to follow, up to 100 characters; missing or empty if they are identified by name. */
            bib?: string | null;
            /** @description First name of the runner to follow; missing or empty if the bib identifies them. */
            first?: string | null;
            /** @description Last name of the runner to follow; missing or empty if the bib identifies them. */
            last?: string | null;
            /** @description Address that is sent an e-mail about the finish, once the link in the confirmation has been opened; plain ASCII. */
            email?: string | null;
            /** @description Language of the messages: `en` or `es`. */
            language?: string | null;
        };
        /** @description Request of `bibchips/add`. */
        AddBibChips: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Chips with their bibs; a chip that is already stored moves to the bib sent. */
            bib_chips?: (null | components["schemas"]["BibChipIn"])[] | null;
        };
        /** @description Request of `push/add`. */
        AddDevice: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Bib of the runner to follow, up to 100 characters; missing or empty if they are identified by name. */
            bib?: string | null;
            /** @description First name of the runner to follow; missing or empty if the bib identifies them. */
            first?: string | null;
            /** @description Last name of the runner to follow; missing or empty if the bib identifies them. */
            last?: string | null;
            subscription?: null | components["schemas"]["PushSubscription"];
            /** @description Language of the messages: `en` or `es`. */
            language?: string | null;
        };
        /** @description Request of `distances/add`. */
        AddDistances: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Distances to add, or to overwrite by name. Invalid ones are dropped. */
            distances?: (null | components["schemas"]["DistanceIn"])[] | null;
        };
        /** @description Request of `r/event/add`. */
        AddEventFor: {
            /** @description E-mail address of the account that will own it; empty: the caller's own. Only administrators can name another account. */
            account_email?: string | null;
            event?: null | components["schemas"]["EventIn"];
        };
        /** @description Request of `key/add`. */
        AddKey: {
            /** @description E-mail address of the account that gets the key; empty: the caller's own. */
            email?: string | null;
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description Request of `participants/add`. */
        AddParticipants: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Participants to add, or to overwrite by their id. Invalid ones are dropped. */
            participants?: (null | components["schemas"]["ParticipantIn"])[] | null;
            /**
             * Format: int64
             * @description Unix seconds: the answer also lists the participants changed at this time or later; 0: all of them; missing or below 0: none.
             */
            updated_after?: number | null;
        };
        /** @description Request of `r/results/add`: rows of a plan, each with what was stored in its place when the plan was made. */
        AddPlanned: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description The incarnation of the year: `born` of the plan. */
            born?: string | null;
            /** @description Rows of the plan. */
            results?: (null | components["schemas"]["ResultIn"])[] | null;
            /** @description For each row, what was stored under its key: the plan's `seen`. */
            seen?: (string | null)[] | null;
        };
        /** @description Request of `results/add`. */
        AddResults: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Rows to store. Each replaces an older one of the same person, location and `occurence`. Invalid ones are dropped. */
            results?: (null | components["schemas"]["ResultIn"])[] | null;
        };
        /** @description Request of `segments/add`. */
        AddSegments: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Segments to add, or to overwrite by distance and name. Invalid ones are dropped. */
            segments?: (null | components["schemas"]["SegmentIn"])[] | null;
        };
        /** @description Request of `sms/add`. */
        AddSubscription: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Bib of the runner to follow, up to 100 characters; missing or empty if they are identified by name. */
            bib?: string | null;
            /** @description First name of the runner to follow; missing or empty if the bib identifies them. */
            first?: string | null;
            /** @description Last name of the runner to follow; missing or empty if the bib identifies them. */
            last?: string | null;
            /** @description Phone number that gets the texts: one of the United States or Canada, in any usual notation. */
            phone?: string | null;
            consent?: components["schemas"]["Consent"] | null;
        };
        /** @description Answer of `participants/add`. */
        AddedParticipants: {
            /** @description How many of the participants sent are valid. */
            count: number;
            /** @description The participants changed since the request's `updated_after`, including those of the request; `[]` if it had none. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description Answer of `mail/confirm`: the race about which the address will get e-mails. */
        AddressConfirmed: {
            /** @description Slug of the event. */
            slug: string;
            /** @description Key of the year. */
            year: string;
        };
        /** @description The state of a year's alerts: the answer of `r/alerts` (contract 4.15). */
        AlertsState: {
            /** @description Key of the year within the event. */
            year: string;
            /** @description Who sends the text alerts: `server` or `timing-client`. What the timing client sends is not known here. */
            sender: string;
            /** @description Whether sending is paused. */
            paused: boolean;
            /** @description The followers: one entry for each channel by which they are alerted. */
            channels: components["schemas"]["ChannelState"][];
            /**
             * Format: int64
             * @description Number of alerts that are waiting to be sent or being sent.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Number of alerts that the carrier service accepted.
             */
            sent: number;
            /** @description Numbers of alerts that were not sent, by reason. */
            suppressed: components["schemas"]["Suppressed"];
            /**
             * Format: int64
             * @description Number of alerts that may or may not have been sent.
             */
            doubtful: number;
            /**
             * Format: int64
             * @description Number of alerts that the carrier service did not accept.
             */
            dead: number;
            /**
             * Format: int64
             * @description Number of alerts that carriers refused: those counted in `dead`, and those to phones that have opted out at their carrier.
             */
            refused: number;
            /**
             * Format: int64
             * @description Number of parts (of at most 160 letters) of the texts that were or may have been sent; carriers count and bill these.
             */
            parts: number;
            /**
             * Format: double
             * @description What these parts cost at most, in dollars.
             */
            cost: number;
            /**
             * Format: int32
             * @description How many parts per second the carrier accepts, for all years together.
             */
            parts_a_second: number;
            /**
             * Format: double
             * @description What a part costs at most, in dollars.
             */
            dollars_a_part: number;
            /** @description What may be spent and what has been: one entry each for the year, the day and the month. */
            budgets: components["schemas"]["BudgetState"][];
            /** @description The followers by the distance of the runner they follow. The last entry, without a name, is for runners whose distance is not known. */
            distances: components["schemas"]["FollowedDistance"][];
        };
        /** @description Answer of `r/results/columns`: what an account has chosen for its tables. */
        AllRememberedColumns: {
            /** @description At most 20 choices, the latest first. */
            remembered: components["schemas"]["RememberedColumns"][];
        };
        /** @description A year with the event it belongs to (contract 2.2). */
        AllYear: {
            /** @description Name of the event. */
            name: string;
            /** @description Slug of the event: its name in web addresses. */
            slug: string;
            /** @description Key of the year within the event. */
            year: string;
            /** @description Start of the race, with the offset that was sent. */
            date_time: components["schemas"]["EventTime"];
            /** @description Whether the race is in progress, as set by the owner. */
            live: boolean;
            /**
             * Format: int64
             * @description Number of days after the start during which people can subscribe to alerts; 0 or less: never.
             */
            days_allowed: number;
            /** @description Which time the site initially ranks by: `gun`, `chip` or `mixed`; a label. */
            ranking_type: string;
            /** @description `unofficial`, or the time since when the results have been official; missing: not said. */
            official?: string;
        };
        /** @description Answer of `r/event-year/all`. */
        AllYears: {
            /** @description The years of unrestricted events and of the caller's own events, newest first. */
            years: components["schemas"]["AllYear"][];
        };
        /**
         * @description The source of a participant's anonymity (contract 4.13).
         * @enum {string}
         */
        AnonymousBy: "program" | "account" | "desk";
        /** @description Answer of `distances`: all, or the one that was asked for. */
        AnyDistances: components["schemas"]["Distances"] | components["schemas"]["OneDistance"];
        /** @description Answer of `results`, `results/all` and `results/finish` in either version. */
        AnyResults: components["schemas"]["Results"] | components["schemas"]["ResultsVersion1"];
        /** @description Request of `privacy/ask`: who asks for what. */
        AskPrivacy: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year; empty: the latest year. */
            year?: string | null;
            /** @description Bib of the runner. */
            bib?: string | null;
            /** @description `initials`, `no_age`, `hidden` or `correction`. */
            wish?: string | null;
            /** @description For a correction: what is wrong, 1 to 500 characters. */
            text?: string | null;
            /** @description Birth date of the runner, in any form that is accepted in a participant list; may be empty. */
            birthdate?: string | null;
            /** @description Phone number that the runner gave when entering; empty if they gave none. */
            mobile?: string | null;
            /** @description E-mail address for the organiser's answer; may be empty. */
            contact?: string | null;
        };
        /** @description Which bib a chip belongs to (contract 2.6). */
        BibChip: {
            /** @description The bib, text. */
            bib: string;
            /** @description The chip's code, the identity within the year; may be empty. */
            chip: string;
        };
        /** @description The bib to which a chip belongs, as sent. */
        BibChipIn: {
            /** @description Bib, up to 100 characters. */
            bib?: string | null;
            /** @description The chip's code, up to 100 characters. It is the identity, so sending it again moves the chip to another bib. May be empty. */
            chip?: string | null;
        };
        /** @description Answer of `bibchips`. */
        BibChips: {
            /** @description All chips of the year, ordered by bib, then by chip. */
            bib_chips: components["schemas"]["BibChip"][];
        };
        /** @description Answer of `results/bib`. */
        BibResults: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year that the answer is about. */
            year: components["schemas"]["Year"];
            /** @description All rows of the bib, by clock time; those of several people if they share it. */
            results: components["schemas"]["Result"][];
            /** @description The person with this bib whose rows were uploaded last. */
            person: components["schemas"]["Person"];
            /** @description Whether all people with results in the year have the same distance. */
            single_distance: boolean;
            /** @description Segments of the person's distance, ordered by how far their ends are from the start. */
            segments: components["schemas"]["Segment"][];
            distance: components["schemas"]["Distance"] | null;
        };
        /** @description Request of `blocked/emails/add` and `blocked/emails/unblock`. */
        BlockEmail: {
            /** @description E-mail address, in any case, up to 200 characters. */
            email?: string | null;
        };
        /** @description Request of `blocked/phones/add` and `blocked/phones/unblock`. */
        BlockPhone: {
            /** @description Phone number: one of the United States or Canada in any usual notation, or `+` and 8 to 15 digits. */
            phone?: string | null;
        };
        /** @description Answer of `blocked/emails/get`. */
        BlockedEmails: {
            /** @description All addresses that get no e-mails, in lower case and ascending order. */
            emails: string[];
        };
        /** @description Answer of `blocked/phones/get`. */
        BlockedPhones: {
            /** @description All phone numbers that get no texts, as `+` and digits, in ascending order. */
            phones: string[];
        };
        /** @description How much of a budget is used. */
        BudgetState: {
            /** @description `year`: the budget of this year; `day` and `month`: those of the whole deployment, in UTC. */
            scope: string;
            /**
             * Format: int64
             * @description Number of texts that may be sent in this period.
             */
            texts: number;
            /**
             * Format: int64
             * @description Number of texts that count as sent.
             */
            texts_used: number;
            /**
             * Format: double
             * @description Dollars that may be spent in this period.
             */
            dollars: number;
            /**
             * Format: double
             * @description Dollars that count as spent at most, including confirmations.
             */
            dollars_used: number;
        };
        /** @description How one value changes; texts as they are, times as `h:mm:ss.mmm`. */
        Change: {
            /** @description `first`, `last`, `age`, `gender`, `age_group`, `distance`, `division`, `status`, `clock`, `chip`, `laps`, `place`, `gender_place`, `age_place`, `division_place`. */
            field: string;
            /** @description The split it is about; empty for the finish and for fields of the person. */
            segment: string;
            /** @description The stored value; empty if there is none. */
            before: string;
            /** @description The new value. */
            after: string;
        };
        /** @description Request of `r/checkin/change`: one edit by one volunteer. */
        ChangeCheckin: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Random name of the queue of edits on one device: 8 to 40 letters, digits, `-` and `_`. */
            device?: string | null;
            /**
             * Format: int64
             * @description Number of the edit in its queue, from 1, each greater than the one before: repeated requests are recognized by it.
             */
            number?: number | null;
            /** @description The changes of 1 to 10 participants, each once: either all of them are made or none. */
            changes?: (null | components["schemas"]["CheckinChange"])[] | null;
        };
        /** @description Request of `account/email`. */
        ChangeEmail: {
            /** @description The account's current address. */
            old_email?: string | null;
            /** @description The account's new address, up to 100 characters. All its sessions end. */
            new_email?: string | null;
        };
        /** @description Request of `r/hook/update`: changes of the hook, and the state that the caller has seen. */
        ChangeHook: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description An `https` address that is notified of new versions; empty: removes the hook; missing or null: leaves it as it is. Setting the current address again sends what is waiting at once, and switches the hook on again if the receiver had switched it off. */
            address?: string | null;
            /** @description With an `address`: the one that the caller has seen, empty for none. If another one has been set meanwhile, nothing is changed and the answer is 409. */
            seen?: string | null;
            /** @description The secret that the caller has seen: the hook gets a new one, and this one signs as well for a day. Nothing changes if the secret has been replaced meanwhile. */
            replace_secret?: string | null;
            /** @description Whether to send a test. */
            test?: boolean | null;
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
        /** @description The followers of one channel. */
        ChannelState: {
            /** @description The channel: `sms`, `push` or `email`. */
            channel: string;
            /**
             * Format: int64
             * @description Number of phones, devices or addresses that follow somebody.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Number of runners that they follow in total.
             */
            subscriptions: number;
        };
        /** @description Answer of `r/checkin`. */
        Checkin: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year that the answer is about. */
            year: components["schemas"]["Year"];
            /**
             * Format: int64
             * @description When the request was received, in seconds of the order of uploads (contract 6.11): the `updated_after` of the next request.
             */
            now: number;
            /** @description Whether `participants` is the whole list rather than the changes in it. */
            whole: boolean;
            /** @description The participants on this page, ordered by id: those of the whole list if `whole`, otherwise those that have changed since. */
            participants: components["schemas"]["CheckinParticipant"][];
            /** @description Ids of the participants deleted since. */
            gone: string[];
            /** @description All bibs, trimmed, whose runners were granted not to be named (contract 6.13), whatever `anonymous` says of a participant. */
            hidden: string[];
            /** @description The `after` of the request for the next page; empty on the last page. */
            next: string;
        };
        /** @description The change of one participant in an edit. */
        CheckinChange: {
            /** @description Opaque id of the participant within the year; for a new participant, a random one made by the device. */
            id?: string | null;
            before?: components["schemas"]["CheckinFields"] | null;
            after?: null | components["schemas"]["CheckinFields"];
        };
        /** @description Answer of `r/checkin/change`. */
        CheckinChanged: {
            /**
             * Format: int64
             * @description When the request was received, in seconds of the order of uploads (contract 6.11).
             */
            now: number;
            /** @description The participants of the request, in its order, as they are now. */
            participants: components["schemas"]["CheckinParticipant"][];
        };
        /** @description A participant whose stored state conflicts with an edit. */
        CheckinConflict: {
            /** @description Id of the participant. */
            id: string;
            /** @description The fields whose stored value is neither that of `before` nor that of `after`; `id` if a new participant has the id of an existing one. */
            fields: string[];
            participant: components["schemas"]["CheckinParticipant"] | null;
        };
        /** @description Values of some fields of a participant; fields that are left out are not affected. */
        CheckinFields: {
            /** @description Bib, up to 100 characters; may be empty. */
            bib?: string | null;
            /** @description First name, up to 100 characters. */
            first?: string | null;
            /** @description Last name, up to 100 characters. */
            last?: string | null;
            /** @description Birth date, such as `7/21/1990` or `1990-07-21`. For a new participant it must be a real day that is not in the future. */
            birthdate?: string | null;
            /** @description Gender, free text of up to 50 characters. */
            gender?: string | null;
            /** @description Age group, free text of up to 200 characters. */
            age_group?: string | null;
            /** @description Name of the distance, up to 200 characters. */
            distance?: string | null;
            /** @description Phone, free text of up to 30 characters. */
            mobile?: string | null;
            /** @description T-shirt size or similar, free text of up to 150 characters. */
            apparel?: string | null;
            /** @description Team, club or town, free text of up to 500 characters. */
            division?: string | null;
            /** @description Whether the name must not leave the server on a public route. */
            anonymous?: boolean | null;
            /** @description Whether the person asked for a text message when they finish. */
            sms_enabled?: boolean | null;
            /** @description Whether the person is checked in. */
            checked_in?: boolean | null;
            /**
             * Format: int64
             * @description In `after`: unix seconds of the check-in; missing, 0 or less, or in the future: now.
             */
            checked_in_at?: number | null;
        };
        /** @description A participant, as the check-in desk sees them. */
        CheckinParticipant: {
            /** @description Opaque id within the year; unrelated to a row's `person_id`. */
            id: string;
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Birth date, such as `1990/7/21`; `1901/01/01` means none. */
            birthdate: string;
            /** @description Gender, free text; empty: not given. */
            gender: string;
            /** @description Age group, free text such as `20-29`; may be empty. */
            age_group: string;
            /** @description Name of the distance. */
            distance: string;
            /** @description Whether the name must not leave the server on a public route (contract 6.6). */
            anonymous: boolean;
            anonymous_by: components["schemas"]["AnonymousBy"] | null;
            /** @description Whether the person asked for a text message when they finish. */
            sms_enabled: boolean;
            /** @description Phone, free text; never public. */
            mobile: string;
            /** @description T-shirt size or similar, free text. */
            apparel: string;
            /** @description Team, club or town, free text; left out if empty. */
            division?: string;
            /**
             * Format: int64
             * @description Unix seconds of the last add or update, set by the server.
             */
            updated_at: number;
            /**
             * Format: int64
             * @description Unix seconds of the check-in; 0: not checked in.
             */
            checked_in_at: number;
            /** @description Name of the account that checked them in; empty: not checked in. */
            checked_in_by: string;
        };
        /** @description Answer to an edit that was not made, because somebody else has changed the same fields. */
        CheckinRefused: {
            /** @description What is wrong, as a sentence. */
            message: string;
            /** @description The participants whose stored state conflicts with the edit. */
            conflicts: components["schemas"]["CheckinConflict"][];
        };
        /** @description Answer of `bibchips/add`. */
        ChipsAdded: {
            /** @description How many chips are valid, including duplicates. */
            count: number;
            /** @description Chips that were on another bib before: in the year, or earlier in the list. Blanks around a bib make no other. Left out if there are none. */
            moved?: components["schemas"]["MovedChip"][];
        };
        /** @description Request of `r/results/columns`: the columns chosen for tables with the same headings. */
        ChosenColumns: {
            /** @description Identifies the headings: at most 60 letters `a` to `z`, digits and hyphens. Empty: nothing is remembered, only read. */
            mark?: string | null;
            /** @description The fields that have a column, at most 200. */
            fields?: (null | components["schemas"]["ChosenField"])[] | null;
        };
        /** @description The column of a field in a table. */
        ChosenField: {
            /** @description Name of the field, chosen by the page that calls: 1 to 60 characters. */
            field?: string | null;
            /**
             * Format: int64
             * @description Position of its column, from 0 to 999.
             */
            column?: number | null;
        };
        /** @description Request of `mail/confirm`. */
        ConfirmAddress: {
            /** @description The value after `token=` in the link of the confirmation. */
            token?: string | null;
        };
        /** @description What a person saw when they agreed to get texts. */
        Consent: {
            /** @description Version of the wording that the person has seen: up to 50 letters, digits and `.-_`. */
            wording?: string | null;
        };
        /** @description A runner who can be corrected. */
        CorrectableRunner: {
            /** @description The person; to be sent back. */
            id: string;
            /** @description The uploaded bib, without surrounding blanks. */
            bib: string;
            /** @description What is known of the runner; to be sent back. */
            seen: string;
            /** @description The corrected values; none of them if there is no correction. */
            corrected: components["schemas"]["RunnerValues"];
            /** @description Why, for staff only; empty if there is no correction. */
            reason: string;
            uploaded: components["schemas"]["RunnerValues"] | null;
            entered: components["schemas"]["RunnerValues"] | null;
        };
        /** @description A correction that stands. */
        Corrected: {
            /** @description The person in one distance: bib, folded name and the uploader's id, as uploaded when first corrected. */
            id: string;
            /** @description The uploaded bib, without surrounding blanks. */
            bib: string;
            /** @description The corrected first name. */
            first: string;
            /** @description The corrected last name. */
            last: string;
            /** @description The corrected distance. */
            distance: string;
            /** @description `stands`, `conflict` or `absent`. */
            state: string;
            /** @description The corrected fields for which another value is uploaded, or entered, by now, and names that are others. */
            conflicts: string[];
            /** @description Why, for staff only. */
            reason: string;
            /**
             * Format: int64
             * @description When it was last changed, in unix seconds.
             */
            since: number;
            /** @description Name of the account that changed it. */
            by: string;
            /** @description What is known of the runner; to be sent back. */
            seen: string;
            /** @description The corrected values. */
            corrected: components["schemas"]["RunnerValues"];
            /** @description The uploaded values over which it was made; where nothing was uploaded those of the participant list. */
            before: components["schemas"]["RunnerValues"];
            uploaded: components["schemas"]["RunnerValues"] | null;
            entered: components["schemas"]["RunnerValues"] | null;
        };
        /** @description Corrected values of a runner; those that are missing or null are as they are uploaded. */
        CorrectedValues: {
            /** @description The bib that is shown instead of the uploaded one, 1 to 100 characters; nobody else of the year has it. */
            bib?: string | null;
            /** @description First name, up to 100 characters. */
            first?: string | null;
            /** @description Last name, up to 100 characters; first and last name are not both empty. */
            last?: string | null;
            /** @description Gender, up to 100 characters. */
            gender?: string | null;
            /**
             * Format: int64
             * @description Age on race day, 0 to 130; −1: unknown.
             */
            age?: number | null;
            /** @description Age group, up to 100 characters. */
            age_group?: string | null;
            /** @description Division, up to 100 characters. */
            division?: string | null;
            /** @description Name of the distance, 1 to 100 characters. */
            distance?: string | null;
            /** @description `finished`, `dnf`, `dns`, `dsq` or `none`. */
            status?: string | null;
            /**
             * Format: int64
             * @description Clock time since the gun in milliseconds, 0 to 999,999,999; only with `finished`.
             */
            clock_ms?: number | null;
            /**
             * Format: int64
             * @description Chip time in milliseconds, 0 to 999,999,999; only with `finished`. Of clock and chip time one that is missing is the other.
             */
            chip_ms?: number | null;
        };
        /** @description Answer of `r/corrections/list`. */
        CorrectionsState: {
            /** @description The year's key. */
            year: string;
            /** @description Names one incarnation of the year. */
            born: string;
            /** @description All corrections that stand: those with a conflict first, then by bib. */
            corrections: components["schemas"]["Corrected"][];
            /** @description The runners with the bib that was asked for. */
            runners: components["schemas"]["CorrectableRunner"][];
        };
        /** @description A number of rows. */
        Count: {
            /** @description For an upload: how many rows are valid, including duplicates. For a delete: how many rows were deleted, or how many ids were sent. */
            count: number;
        };
        /** @description Request of `r/privacy/decide`: one decision about one request. */
        DecidePrivacy: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description The `id` of the request in `r/privacy/requests`, or that of a granted wish. */
            id?: string | null;
            /** @description `grant`, `refuse` or `withdraw`. */
            decision?: string | null;
            /** @description With `grant`: other years to which it also applies, among those in which the runner was found; at most 50. */
            years?: (string | null)[] | null;
        };
        /** @description Request of `key/delete`. */
        DeleteKey: {
            /** @description The value of the key to delete permanently. */
            key?: string | null;
        };
        /** @description Request of `participants/delete`. */
        DeleteParticipants: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Ids of the participants to delete; empty or missing: all of the year. */
            identifiers?: (string | null)[] | null;
        };
        /** @description Request of `results/delete`. */
        DeleteResults: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Name of the only distance whose rows and people are deleted; empty or missing: all of the year. */
            distance?: string | null;
        };
        /** @description One display year of the file. */
        DisplayYear: {
            /**
             * Format: int64
             * @description The year offered by the site, unique in the file.
             */
            display_year: number;
            /** @description Its series, in the order of the file. */
            series: components["schemas"]["Series"][];
        };
        /** @description A distance, besides its results (contract 2.6). */
        Distance: {
            /** @description Name; identifies the distance within the year. */
            name: string;
            /** @description How the course was measured, such as the number of a certificate. */
            certification: string;
        };
        /** @description Additional information about a distance, as sent. */
        DistanceIn: {
            /** @description Name of the distance, 1 to 100 characters: what rows have in `distance`. */
            name?: string | null;
            /** @description How the course was measured, for example the number of a certificate; 1 to 150 characters. */
            certification?: string | null;
        };
        /** @description Answer of `distances` and `distances/add`. */
        Distances: {
            /** @description For `distances`: all of the year, ordered by name. For `distances/add`: those that were accepted, in the order sent. */
            distances: components["schemas"]["Distance"][];
        };
        /** @description A version that can be returned to. */
        EarlierOut: {
            /**
             * Format: int64
             * @description The version, as in a pointer; it is passed to `r/results/restore`.
             */
            version: number;
            /**
             * Format: int64
             * @description Its number within the year, from 1.
             */
            number: number;
            /** @description When it was made. */
            at: components["schemas"]["EventTime"];
            /** @description When the next version replaced it. */
            until: components["schemas"]["EventTime"];
            /** @description What caused the next version: `upload`, `import`, `correction`, `delete`, `settings`, `repair`, `roll-back`. */
            next: string;
            /** @description How many changes of shown results the next version lists. */
            changes: number;
        };
        /** @description An event (contract 2.1). */
        Event: {
            /** @description Name as shown; not unique. */
            name: string;
            /** @description Name for certificates; if empty, `name` is used. */
            cert_name: string;
            /** @description Name in addresses: unique in the deployment, never changed. */
            slug: string;
            /** @description The event's own site, an http or https address; may be empty. */
            website: string;
            /** @description Address of a picture of the event; may be empty. */
            image: string;
            /** @description Address at which runners can reach the organiser; public. */
            contact_email: string;
            /** @description Whether it is restricted: readable with keys of the owner only, and never published. */
            access_restricted: boolean;
            /** @description How the race is decided: `distance`, `time` or `backyardultra`; empty in old data, which means `distance`. */
            type: string;
            recent_time: components["schemas"]["EventTime"] | null;
            /** @description Colour of the race's pages, `#rrggbb` in lower case; left out when empty. */
            accent_color?: string;
            /** @description Address of the race's logo; left out when empty. */
            logo?: string;
            /** @description A line for sponsors; left out when empty. */
            sponsor?: string;
        };
        /** @description Answer of `event-year`, `event-year/add` and `event-year/update`. */
        EventAndYear: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year as it is now. */
            event_year: components["schemas"]["Year"];
        };
        /** @description An event as sent, to be added or to replace all fields of the one with its slug. */
        EventIn: {
            /** @description Name as shown, 1 to 100 characters: letters and digits of any script, blanks and `' / & - . , ( ) + #`. Several events may have the same name. */
            name?: string | null;
            /** @description Name on certificates, up to 100 characters; empty: `name` is used. */
            cert_name?: string | null;
            /** @description Name in web addresses: 1 to 50 letters `a` to `z`, digits and hyphens, stored in lower case. Unique in the deployment, and can never be changed. */
            slug?: string | null;
            /** @description The event's own website: an address beginning with http:// or https://, up to 200 characters; may be empty. */
            website?: string | null;
            /** @description A picture of the event: an address beginning with http:// or https://, up to 200 characters; may be empty. */
            image?: string | null;
            /** @description E-mail address to which runners can write; shown to everybody. Must be given. */
            contact_email?: string | null;
            /** @description Whether only keys of its owner can read it, and nothing of it is published. */
            access_restricted?: boolean | null;
            /** @description What decides the race: `distance` (first across the line), `time` (most laps) or `backyardultra` (last one standing). */
            type?: string | null;
            /** @description Colour of the race's pages: `#` and six hexadecimal digits; empty: none. Missing or null: unchanged. */
            accent_color?: string | null;
            /** @description Logo on the race's pages: an address beginning with https://, up to 200 characters; empty: none. Missing or null: unchanged. */
            logo?: string | null;
            /** @description One line about sponsors, up to 120 characters; empty: none. Missing or null: unchanged. */
            sponsor?: string | null;
        };
        /** @description Answer of `event`. */
        EventOverview: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description All its years, oldest first. */
            event_years: components["schemas"]["Year"][];
            year: components["schemas"]["Year"] | null;
            /** @description Rows by distance. Distances are ordered by the bytes of their names, rows by clock time, then bib. All rows of `year`; `{}` if they would make the answer too large. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
            /** @description The participants of `year`, without anonymous people; `[]` if even these would make the answer too large. */
            participants: components["schemas"]["ResultParticipant"][];
            /** @description What was left out, and how to get it; missing if nothing was. */
            message?: string;
        };
        /** @description Answer of `r/event/state`. */
        EventState: {
            /** @description The years asked for, oldest first. */
            years: components["schemas"]["YearState"][];
            /** @description The clock of the machine that answers. */
            clock: components["schemas"]["ServerClock"];
        };
        /**
         * Format: date-time
         * @description RFC 3339 with whole seconds and the offset as received; offset zero is `Z`.
         * @example 2026-05-02T08:00:00-07:00
         */
        EventTime: string;
        /** @description The event in version 1 (contract 2.11). */
        EventVersion1: {
            /** @description Name as shown; not necessarily unique. */
            name: string;
            /** @description Name in web addresses. */
            slug: string;
            /** @description The event's own website; may be empty. */
            website: string;
            /** @description A picture of the event; may be empty. */
            image: string;
            /** @description E-mail address to which runners can write; public. */
            contact_email: string;
            /** @description Whether only keys of its owner can read it. */
            access_restricted: boolean;
            /** @description `distance`, `time` or `backyardultra`; empty in old data, which means `distance`. */
            type: string;
        };
        /** @description Answer of `event/all` and `event/my`. */
        Events: {
            /** @description The events, the one with the latest year first, those without years last. */
            events: components["schemas"]["Event"][];
        };
        /** @description One problem in a file. */
        FileProblem: {
            /** @description The field's path (`years[0].series[1].best`), or the column of a CSV. */
            at: string;
            /**
             * Format: int64
             * @description The line of a CSV, counted from 1; 0 for JSON.
             */
            line: number;
            /** @description The accepted values. */
            message: string;
        };
        /** @description The body of the error for a file that is not accepted. */
        FileRefused: {
            /** @description How many problems there are, and the first of them. */
            message: string;
            /** @description The first fifty problems. */
            errors: components["schemas"]["FileProblem"][];
        };
        /** @description A version of an organiser's file. */
        FileVersionShown: {
            /**
             * Format: int64
             * @description Number of the version; later versions have greater numbers.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Name of the account that saved it; empty if it is not known (any more). */
            by: string;
            /**
             * Format: int64
             * @description Size of its text in bytes.
             */
            size: number;
            /** @description Whether this version withdrew the file from the downloads host. */
            withdrawn: boolean;
        };
        /** @description Answer of `r/files/versions`. */
        FileVersions: {
            /** @description The versions, newest first, at most 20. */
            versions: components["schemas"]["FileVersionShown"][];
            /** @description Text of the version asked for; empty if none was asked for, or if it withdrew the file. */
            content: string;
        };
        /** @description The followers of a distance. */
        FollowedDistance: {
            /** @description Name of the distance; empty for runners whose distance is not known. */
            distance: string;
            /**
             * Format: int64
             * @description Number of subscriptions to runners of this distance.
             */
            subscriptions: number;
            /**
             * Format: int64
             * @description Number of segments of the distance for which alerts are sent: those on the way, and the finish.
             */
            segments: number;
        };
        /** @description Names an account; without an address, the caller's own. */
        ForAccount: {
            /** @description E-mail address of the account, in any case; empty: the caller's own, if the route allows it. */
            email?: string | null;
        };
        /** @description Names an event. */
        ForEvent: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
        };
        /** @description Names a year of an event. */
        ForYear: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. `r/event-year/delete` requires it. */
            year?: string | null;
        };
        /** @description A wish that has been granted and applies. */
        GrantedWish: {
            /** @description The id to use to withdraw it. */
            id: string;
            /** @description Bib of the runner as they gave it, without surrounding blanks. */
            bib: string;
            /** @description First name in the participant list, of a corrected bib that of its correction; empty if nobody or several people have the bib. */
            first: string;
            /** @description Last name, likewise. */
            last: string;
            /** @description `initials`, `no_age` or `hidden`. */
            wish: string;
            /**
             * Format: int64
             * @description When the wishes granted to this bib last changed, in unix seconds.
             */
            since: number;
            /** @description Name of the account that made this change. */
            by: string;
        };
        /** @description Answer of `r/hook/state` and `r/hook/update`: the current state of an event's web hook. */
        HookState: {
            /** @description Address that is notified of new versions; empty: no hook is set. */
            address: string;
            /**
             * Format: int64
             * @description Unix seconds since when this has been the address; 0 without one.
             */
            since: number;
            /** @description Secret with which the receiver verifies calls (`whsec_…`); empty without a hook. */
            secret: string;
            /**
             * Format: int64
             * @description Unix seconds until when the previous secret signs as well; 0: it does not.
             */
            former_until: number;
            /**
             * Format: int64
             * @description Unix seconds since when the hook has been off, because the receiver answered 410; 0: it is not off.
             */
            off_since: number;
            /** @description Versions that are waiting to be sent, in this order. */
            waiting: components["schemas"]["HookVersion"][];
            /** @description Number of failed tries since the last successful one; tests do not count. */
            tries: number;
            /**
             * Format: int64
             * @description Unix seconds since when tries have been failing; 0: the last one did not fail.
             */
            failing_since: number;
            /**
             * Format: int64
             * @description Unix seconds of the next try, which is now if this is in the past; 0: nothing is waiting, or the hook is off.
             */
            next_try: number;
            /** @description Whether a test is waiting to be sent. */
            test_waits: boolean;
            last: components["schemas"]["HookTry"] | null;
            given_up: components["schemas"]["HookVersion"] | null;
            /**
             * Format: int64
             * @description Unix seconds when it was given up; 0: none was.
             */
            given_up_at: number;
        };
        /** @description One call of the receiver, and its result. */
        HookTry: {
            /**
             * Format: int64
             * @description Unix seconds when the receiver was called.
             */
            at: number;
            /** @description `results.version` or `hook.test`. */
            type: string;
            version: components["schemas"]["HookVersion"] | null;
            /** @description `taken`, `refused` (another status), `gone` (410), `too_slow`, `unreachable`, or `not_public` (its name does not resolve to a machine on the public network). */
            result: string;
            /**
             * Format: int32
             * @description The receiver's status code; 0 if it did not answer.
             */
            status: number;
        };
        /** @description A version of a year. */
        HookVersion: {
            /** @description The year's key. */
            year: string;
            /**
             * Format: int64
             * @description The version as in the pointer, `version` of `current.json`: it is counted from the unix seconds at which the year was created.
             */
            version: number;
            /**
             * Format: int64
             * @description The version's number within the incarnation of the year, from 1, as shown to people; 0 if the year no longer exists.
             */
            number: number;
            /**
             * Format: int64
             * @description Unix seconds of its publication.
             */
            at: number;
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
        /** @description Request of `r/corrections/list`: a year, and optionally a bib whose runners to list. */
        ListCorrections: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description The bib of the runners to list, whether corrected or not; empty: none. */
            bib?: string | null;
        };
        /** @description Request of `r/files/versions`. */
        ListVersions: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year of the standings. If this and `distance` are empty, the series definition is meant. */
            year?: string | null;
            /** @description Name of the distance of the standings. */
            distance?: string | null;
            /**
             * Format: int64
             * @description The version whose text to return; missing: none.
             */
            version?: number | null;
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
        /** @description A chip that went from one bib to another. */
        MovedChip: {
            /** @description The chip's code. */
            chip: string;
            /** @description The bib it was on. */
            from: string;
            /** @description The bib it is on now. */
            to: string;
        };
        /** @description A place among the first three that is somebody else's. */
        MovedPlace: {
            /** @description Name of the distance. */
            distance: string;
            /** @description `overall`, `gender`, `age_group` or `division`. */
            group: string;
            /** @description Name of the group; empty for `overall`. */
            name: string;
            /**
             * Format: int64
             * @description The place, 1 to 3.
             */
            place: number;
            before: components["schemas"]["PlacedRunner"] | null;
            after: components["schemas"]["PlacedRunner"] | null;
        };
        /** @description Answer of `results/multi`. */
        MultiResults: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description All rows by key of the year and by distance; `{}` for a year that does not exist. */
            results: {
                [key: string]: {
                    [key: string]: components["schemas"]["Result"][];
                };
            };
        };
        /** @description Request of `r/event`. */
        OfAccount: {
            /** @description E-mail address of the account whose events to return; empty: the caller's own. Only administrators can name another account. */
            account_email?: string | null;
        };
        /** @description Request of `bibchips` and `bibchips/delete`. */
        OfBibChips: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
        };
        /** @description Answer of `account/add`, `account/update` and `account/link`. */
        OneAccount: {
            /** @description The account as it is now; for `account/link`, the linked account. */
            account: components["schemas"]["AccountOut"];
        };
        /** @description Answer of `distances` if one distance was asked for. */
        OneDistance: {
            distance: components["schemas"]["Distance"] | null;
        };
        /** @description Answer of `event/add` and `event/update`. */
        OneEvent: {
            /** @description The event as it is now. */
            event: components["schemas"]["Event"];
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
        /** @description Somebody who is stored but not in the file. */
        Other: {
            /** @description The person's bib, as stored. */
            bib: string;
            /** @description First name, as stored. */
            first: string;
            /** @description Last name, as stored. */
            last: string;
            /** @description Name of the distance they are in. */
            distance: string;
            /**
             * Format: int64
             * @description Place before; −1 if there is none.
             */
            before: number;
            /**
             * Format: int64
             * @description Place afterwards; the same as `before` if it does not change.
             */
            after: number;
        };
        /** @description A year in which a runner was found. */
        OtherYear: {
            /** @description The year's key. */
            year: string;
            /** @description The runner's bib there. */
            bib: string;
            /** @description Whether the wish already applies there. */
            granted: boolean;
        };
        /**
         * @description The outcome of a line.
         * @enum {string}
         */
        Outcome: "new" | "changed" | "same" | "invalid" | "skipped";
        /** @description How many lines have each outcome. */
        OutcomeCounts: {
            /** @description People of whom nothing is stored yet. */
            new: number;
            /** @description People for whom something changes. */
            changed: number;
            /** @description People who stay as they are. */
            same: number;
            /** @description Lines with faults. */
            invalid: number;
            /** @description Lines that are left out. */
            skipped: number;
        };
        /** @description A participant as the owner sees them: somebody who is entered, whether or not they have results (contract 2.5). */
        Participant: {
            /** @description Opaque id within the year; unrelated to a row's `person_id`. */
            id: string;
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Birth date, such as `1990/7/21`; `1901/01/01` means none. One that an update changed to no date is as it was sent. */
            birthdate: string;
            /** @description Gender, free text; empty: not given. */
            gender: string;
            /** @description Age group, free text such as `20-29`; may be empty. */
            age_group: string;
            /** @description Name of the distance. */
            distance: string;
            /** @description Whether the name must not leave the server on a public route (contract 6.6). */
            anonymous: boolean;
            /** @description Whether the person asked for a text at their finish. */
            sms_enabled: boolean;
            /** @description Phone, free text; never public. */
            mobile: string;
            /** @description Size of the T-shirt or the like, free text. */
            apparel: string;
            /** @description Team, club or town, free text; left out if empty. */
            division?: string;
            /**
             * Format: int64
             * @description Unix seconds of the last add or update by the order of uploads (contract 6.11), set by the server.
             */
            updated_at: number;
        };
        /** @description A participant as sent: somebody who is entered, whether or not they have results. An `updated_at` is ignored. */
        ParticipantIn: {
            /** @description Opaque id within the year, up to 100 characters, unrelated to a row's `person_id`. When adding, an empty id, `0` or `-1` asks for a new one. */
            id?: string | null;
            /** @description Bib, up to 100 characters; may be empty. When adding, an empty bib keeps the one that is stored. */
            bib?: string | null;
            /** @description First name, up to 100 characters. */
            first?: string | null;
            /** @description Last name, up to 100 characters. */
            last?: string | null;
            /** @description Birth date in the short form of any region, such as `1990/7/21`, `7/21/1990` or `21. 7. 1990`; kept as `1990/7/21`. `1901/01/01` means none. Of one participant to add, it must be a real day that is not in the future; in a list, another text means none. In an update, another text is kept as sent. */
            birthdate?: string | null;
            /** @description Gender, free text of up to 50 characters. */
            gender?: string | null;
            /** @description Age group, free text of up to 200 characters. */
            age_group?: string | null;
            /** @description Name of the distance, up to 200 characters. Required when adding. */
            distance?: string | null;
            /** @description Whether the name must not leave the server on a public route. Also withholds the name in results with this bib. */
            anonymous?: boolean | null;
            /** @description Whether the person asked for a text message when they finish. */
            sms_enabled?: boolean | null;
            /** @description Phone, free text of up to 30 characters; never public. */
            mobile?: string | null;
            /** @description T-shirt size or similar, free text of up to 150 characters. */
            apparel?: string | null;
            /** @description Team, club or town, free text of up to 500 characters; never public. Missing or empty: keeps the one that is stored. */
            division?: string | null;
        };
        /** @description Answer of `participants`. */
        Participants: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year that the answer is about. */
            year: components["schemas"]["Year"];
            /** @description The participants asked for, ordered by distance, last name, first name and id. Anonymous people have their names here. */
            participants: components["schemas"]["Participant"][];
            /** @description Of a page: the name of this order of the list, for `of_version`. Not in an answer that is whole. */
            version?: string;
        };
        /** @description Request of `r/alerts/pause`. */
        PauseAlerts: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Whether to send nothing for now; false resumes with alerts that are not too late yet. */
            paused?: boolean | null;
        };
        /** @description An answer of the organiser: who of the runners of a series is who. */
        PeopleAnswer: {
            /** @description Whether all of them are one person, or each somebody else. */
            same: boolean;
            /** @description At least two. */
            runners: components["schemas"]["SeriesRunner"][];
        };
        /** @description A person in uploaded results, as in their newest row (contract 2.4). */
        Person: {
            /** @description The timing client's id of the person within the year. */
            id: string;
            /** @description Bib; several people may share it. */
            bib: string;
            /** @description First name; empty if the person is anonymous. */
            first: string;
            /** @description Last name; empty if the person is anonymous. */
            last: string;
            /**
             * Format: int64
             * @description Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
             */
            age: number;
            /** @description Gender, free text; empty: not given. */
            gender: string;
            /** @description Age group, free text; may be empty. */
            age_group: string;
            /** @description Name of the person's distance; may be empty. */
            distance: string;
            /** @description Whether the name is withheld. */
            anonymous: boolean;
        };
        /** @description Somebody among the first three, as the organiser knows them. */
        PlacedRunner: {
            /** @description The bib, without surrounding blanks. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
        };
        /** @description Request of `r/results/plan`: a table, and what each of its columns contains. */
        PlanResults: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description What each column contains, in the words of contract 4.17; empty: the column is ignored. */
            columns?: (string | null)[] | null;
            /** @description For each line, its number in the file. */
            lines?: (number | null)[] | null;
            /** @description For each line, its cells in the order of the columns; missing cells are empty. */
            cells?: ((string | null)[] | null)[] | null;
            reading?: null | components["schemas"]["ReadingIn"];
        };
        /** @description A line of the table, and what becomes of it. */
        PlannedLine: {
            /**
             * Format: int64
             * @description Number of the line in the file.
             */
            line: number;
            /** @description What becomes of it. */
            outcome: components["schemas"]["Outcome"];
            /** @description The bib that it has or gets. */
            bib: string;
            /** @description Why nothing of the line is written. */
            faults: components["schemas"]["SheetProblem"][];
            /** @description What is unusual about the line but does not keep it from being written. */
            remarks: components["schemas"]["SheetProblem"][];
            /** @description What changes for a person who is already stored, field by field; empty for a new one. */
            changes: components["schemas"]["Change"][];
        };
        /** @description Answer of `r/privacy/requests` and `r/privacy/decide`: all requests of the year, and the granted wishes. */
        PrivacyState: {
            /** @description The year's key. */
            year: string;
            /** @description Requests of the last 90 days: open ones first, newest first. */
            requests: components["schemas"]["RunnerRequest"][];
            /** @description The wishes that have been granted and apply. */
            granted: components["schemas"]["GrantedWish"][];
            /** @description Other years of the event in which the runner of the request with the given `id` was found, by name and birth date. */
            other_years: components["schemas"]["OtherYear"][];
        };
        /** @description A text that came in, as the provider forwards it. */
        ProvidersForm: {
            /** @description The sender's phone. */
            From?: string | null;
            /** @description The text. */
            Body?: string | null;
        };
        /** @description A file on the downloads host. */
        PublishedFile: {
            /** @description `series` or `standings`. */
            kind: string;
            /** @description Path on the downloads host, not encoded. */
            path: string;
            /** @description Key of the year of the standings; empty for the series definition. */
            year: string;
            /** @description Name of the distance of the standings; empty for the series definition. */
            distance: string;
            /**
             * Format: int64
             * @description Number of the version that is published.
             */
            version: number;
            /** @description When this version was saved. */
            updated_at: components["schemas"]["EventTime"];
            /**
             * Format: int64
             * @description Size of its text in bytes.
             */
            size: number;
        };
        /** @description Answer of `r/series`. */
        PublishedFiles: {
            /** @description Slug of the event. */
            slug: string;
            /**
             * Format: int64
             * @description Version of the series definition; 0: none is published.
             */
            version: number;
            /** @description The series definition: its display years in the order sent; `[]`: none is published. */
            years: components["schemas"]["DisplayYear"][];
            /** @description Every file of the event that is published on the downloads host. */
            files: components["schemas"]["PublishedFile"][];
        };
        /** @description Answer of `push/key`. */
        PushKey: {
            /** @description The public key with which browsers subscribe: an uncompressed P-256 point in base64url. */
            key: string;
        };
        /** @description Keys of a browser's push subscription. */
        PushKeys: {
            /** @description Its public key: an uncompressed P-256 point in base64url. */
            p256dh?: string | null;
            /** @description Its authentication secret: 16 bytes in base64url. */
            auth?: string | null;
        };
        /** @description A browser's push subscription, as returned by `PushSubscription.toJSON()`. */
        PushSubscription: {
            /** @description Address at which the push service accepts messages for it. */
            endpoint?: string | null;
            keys?: null | components["schemas"]["PushKeys"];
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
        /** @description Request of `r/alerts`. */
        ReadAlerts: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
        };
        /** @description Request of `results/bib`. */
        ReadBib: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description The bib whose rows to return, exactly as uploaded. */
            bib?: string | null;
        };
        /** @description Request of `r/checkin`. */
        ReadCheckin: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /**
             * Format: int64
             * @description `now` of an earlier answer: asks for what has changed since. Missing or too long ago: asks for the whole list.
             */
            updated_after?: number | null;
            /** @description `next` of the previous page; empty: the first page. */
            after?: string | null;
        };
        /** @description Request of `distances`. */
        ReadDistances: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Name of the only distance to return, which may be empty; missing or null: all. */
            distance?: string | null;
        };
        /** @description Request of `r/event/state`. */
        ReadEventState: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the only year to return; empty or missing: all. */
            year?: string | null;
        };
        /**
         * @description How a read came about.
         * @enum {string}
         */
        ReadKind: "reader" | "manual";
        /** @description Request of `results/multi`. */
        ReadMulti: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Keys of the years, at least one; for an unknown one the answer is empty. */
            years?: (string | null)[] | null;
        };
        /** @description Request of `participants`. */
        ReadParticipants: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /**
             * Format: int64
             * @description Number of rows per page; 0 or less: all in one answer, if they fit.
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description Number of the page, from 1; 0 or less means 1. Used only with a `limit`.
             */
            page?: number | null;
            /**
             * Format: int64
             * @description Unix seconds: only participants changed at this time or later; missing or below 0: all.
             */
            updated_after?: number | null;
            /** @description The `version` of an earlier answer: 409 if the list has another order since; empty or missing: the list as it is. */
            of_version?: string | null;
        };
        /** @description Request of `r/privacy/requests`: a year, and optionally a request about which to return more details. */
        ReadPrivacy: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year; empty: the latest year. */
            year?: string | null;
            /** @description Id of a request whose runner to look for in the other years of the event; empty: none. */
            id?: string | null;
        };
        /** @description Request of `results`, `results/all` and `results/finish`. */
        ReadResults: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Name of the only distance to return; empty or missing: all. */
            distance?: string | null;
            /**
             * Format: int64
             * @description Number of rows per page; 0 or less: all in one answer, if they fit.
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description Number of the page, from 1; 0 or less means 1. Used only with a `limit`.
             */
            page?: number | null;
            /**
             * Format: int64
             * @description 1 asks for the old form without ids, divisions and local times; any other number, for the current one.
             */
            version?: number | null;
            /** @description The `version` of an earlier answer, to read its other pages as they were then; empty or missing: the newest. */
            of_version?: string | null;
        };
        /** @description Request of `sms`. */
        ReadSubscriptions: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
        };
        /** @description Request of `r/results/versions`: the year whose versions to list. */
        ReadVersions: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
        };
        /** @description How a table's cells are read. */
        ReadingIn: {
            /** @description Distance of lines that do not name one. */
            distance?: string | null;
            /** @description Order of whole names without a comma: `first-last` (the default) or `last-first`. */
            names?: string | null;
            /** @description What a time without colons is: `seconds`, `minutes`, `days`, or `parts` of a time with a dot in place of the colon; empty: a part of a day if it can be nothing else, otherwise a fault. */
            numbers?: string | null;
            /** @description What a time of two parts is: `m:ss` or `h:mm`; empty: minutes and seconds, or a fault if the race tells that finish times cannot be. */
            two_parts?: string | null;
            /** @description What a time of four parts is: `days` in front or a `fraction` of a second at the end; empty: a fault where it may be both. */
            four_parts?: string | null;
            /** @description When bibs are the same: `written` the same way (the default; 12 beside a stored 0012 is a fault), or the same `value`. */
            bibs?: string | null;
            /** @description Unit of covered distances whose cells have none: `mi` or `km`; empty: a fault. */
            covered?: string | null;
            /** @description What a line without time and status is: `left-out` or `dns`; empty: a fault. */
            untimed?: string | null;
            /** @description Years in the age groups of people for whom the table has none: `ten` or `five`; empty: they get none. */
            age_groups?: string | null;
            /** @description Order in dates such as 3/4/1990: `month-first` (the default) or `day-first`. */
            dates?: string | null;
            /** @description Kind of times in the columns of splits: `clock` (the default) or `chip`. */
            splits?: string | null;
            /** @description What the times of laps are: `total`, since the start (the default), or `each`, of this lap alone. */
            laps?: string | null;
            /** @description How the status is given: `words` (the default), or `ultrasignup` for its numbers. */
            status?: string | null;
            /** @description What single letters in the column of genders mean, such as `M:woman,V:man`: a capital letter, a colon, and `woman`, `man`, `non-binary` or `not-said`; others are read by the column's other values. */
            genders?: string | null;
        };
        /** @description Request of `account/refresh`. */
        Refresh: {
            /** @description The refresh token of the last login or refresh. The one before it is accepted for ten seconds after it was replaced. */
            refresh_token?: string | null;
        };
        /** @description The columns chosen for tables with the same headings. */
        RememberedColumns: {
            /** @description Identifies the headings. */
            mark: string;
            /** @description The fields that had a column. */
            fields: components["schemas"]["RememberedField"][];
        };
        /** @description The column of a field in an earlier table. */
        RememberedField: {
            /** @description Name of the field. */
            field: string;
            /**
             * Format: int32
             * @description Position of its column, from 0.
             */
            column: number;
        };
        /** @description Request of `push/remove`. If it names a runner, only the subscription to that runner ends, as it was sent to `push/add`. */
        RemoveDevice: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Address at which the push service accepts messages for this browser, as it was sent to `push/add`. */
            endpoint?: string | null;
            /** @description Bib of the runner, as it was sent to `push/add`. If bib and names are all missing: all runners. */
            bib?: string | null;
            /** @description First name of the runner, as it was sent to `push/add`. */
            first?: string | null;
            /** @description Last name of the runner, as it was sent to `push/add`. */
            last?: string | null;
        };
        /** @description Request of `sms/remove`. */
        RemoveSubscriptions: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, even if it is in the future. */
            year?: string | null;
            /** @description Phone number that will get no more texts about this year, in any usual notation. */
            phone?: string | null;
        };
        /** @description The answer of `r/results/restore`: how far the return has got, counted in rows. */
        RestoreStep: {
            /** @description Whether everything has been written, or in a dry run examined; otherwise the same call has to be repeated. */
            done: boolean;
            /** @description Whether it is waiting for uploads that may still be in progress: call again in a few seconds. */
            waits: boolean;
            /**
             * Format: int64
             * @description How much has been examined or written, from 0 to 1,000 thousandths.
             */
            progress: number;
            /** @description Rows that get their earlier values. */
            changed: number;
            /** @description Rows that are restored. */
            restored: number;
            /** @description Rows that were added since then and are removed. */
            removed: number;
            /** @description Rows that stay because they are newer than what the caller has seen. */
            newer: number;
        };
        /** @description Request of `r/results/restore`: the version to return to, and the current one. */
        RestoreVersion: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /**
             * Format: int64
             * @description The version to return to.
             */
            version?: number | null;
            /**
             * Format: int64
             * @description The current version as the caller has seen it; must be the same in every repeated call.
             */
            expected_version?: number | null;
            /** @description Whether to report what it would do, without doing it. */
            dry_run?: boolean | null;
        };
        /** @description A result row as answered: one passage of one person at one place. Times and places are those that the timing client sent. The fields are in the order of the contract. Version 1 has neither `person_id` nor the fields after `anonymous`. */
        Result: {
            /** @description The timing client's id of the person within the year, opaque, 1 to 100 characters. Unrelated to a participant's id. */
            person_id?: string;
            /** @description Bib, text and not always a number, 1 to 100 characters. Several people may share it. */
            bib: string;
            /** @description First name; empty if the person is anonymous. */
            first: string;
            /** @description Last name; empty if the person is anonymous. */
            last: string;
            /**
             * Format: int64
             * @description Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
             */
            age: number;
            /** @description Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and others; empty: not given. */
            gender: string;
            /** @description Age group of the person within the distance, free text such as `20-29` or `Under 20`; may be empty. */
            age_group: string;
            /** @description Name of the person's distance; may be empty. */
            distance: string;
            /**
             * Format: int64
             * @description Clock (gun) time of the passage: whole seconds since the race's start, 0 or more. 1000000 for people who did not finish (types 3 and 30), no matter what was sent.
             */
            seconds: number;
            /**
             * Format: int64
             * @description Fraction of a second of the clock time, in milliseconds; as sent, not checked.
             */
            milliseconds: number;
            /**
             * Format: int64
             * @description Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard: the total running time of all loops so far.
             */
            chip_seconds: number;
            /**
             * Format: int64
             * @description Fraction of a second of the chip time, in milliseconds; as sent, not checked.
             */
            chip_milliseconds: number;
            /** @description Name of the segment that ends here, within which people are placed and by which the course is looked up; may be empty. */
            segment: string;
            /** @description Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to 500 characters. */
            location: string;
            /**
             * Format: int64
             * @description How many times the person has passed there, including this time (the field has this spelling). 0 or more: 0 is the start; in a backyard, loop h starts with 2h and ends with 2h+1.
             */
            occurence: number;
            /**
             * Format: int64
             * @description Overall place within the distance in this segment, from 1, as counted by the timing client; -1: not placed.
             */
            ranking: number;
            /**
             * Format: int64
             * @description Place within gender and age group in this segment, from 1, as counted by the timing client; -1: not placed.
             */
            age_ranking: number;
            /**
             * Format: int64
             * @description Place within the gender in this segment, from 1, as counted by the timing client; -1: not placed.
             */
            gender_ranking: number;
            /** @description Whether the row belongs to the finish segment; in races by time and in backyards every lap or loop does. */
            finish: boolean;
            /**
             * Format: int64
             * @description Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish, 10 moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other number is kept.
             */
            type: number;
            /** @description Whether the name is withheld: the person was uploaded as anonymous, or a participant with this bib is. */
            anonymous: boolean;
            /** @description Date and time of the passage at the race, as the timing client wrote it: opaque, up to 100 characters. */
            local_time?: string;
            /** @description Division of the person, free text of up to 500 characters; may be empty. */
            division?: string;
            /**
             * Format: int64
             * @description Place within the division, from 1, as counted by the timing client; -1: not placed.
             */
            division_ranking?: number;
        };
        /** @description A result row as sent by the timing client: one passage of one person at one place. It is silently dropped if it is invalid: if `person_id`, `bib` or `location` is empty or too long, or a time or `occurence` is below 0. */
        ResultIn: {
            /** @description The timing client's id of the person within the year, opaque, 1 to 100 characters. Unrelated to a participant's id. */
            person_id?: string | null;
            /** @description Bib, text and not always a number, 1 to 100 characters. Several people may share it. */
            bib?: string | null;
            /** @description First name, up to 100 characters; longer ones are cut. Also sent for anonymous people. */
            first?: string | null;
            /** @description Last name, up to 100 characters; longer ones are cut. Also sent for anonymous people. */
            last?: string | null;
            /**
             * Format: int64
             * @description Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
             */
            age?: number | null;
            /** @description Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and others; empty: not given. */
            gender?: string | null;
            /** @description Age group of the person within the distance, free text such as `20-29` or `Under 20`; may be empty. */
            age_group?: string | null;
            /** @description Name of the person's distance; may be empty. */
            distance?: string | null;
            /**
             * Format: int64
             * @description Clock (gun) time of the passage: whole seconds since the race's start, 0 or more. 1000000 for people who did not finish (types 3 and 30), no matter what was sent.
             */
            seconds?: number | null;
            /**
             * Format: int64
             * @description Fraction of a second of the clock time, in milliseconds; as sent, not checked.
             */
            milliseconds?: number | null;
            /**
             * Format: int64
             * @description Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard: the total running time of all loops so far.
             */
            chip_seconds?: number | null;
            /**
             * Format: int64
             * @description Fraction of a second of the chip time, in milliseconds; as sent, not checked.
             */
            chip_milliseconds?: number | null;
            /** @description Name of the segment that ends here, within which people are placed and by which the course is looked up; may be empty. */
            segment?: string | null;
            /** @description Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to 500 characters. */
            location?: string | null;
            /**
             * Format: int64
             * @description How many times the person has passed there, including this time (the field has this spelling). 0 or more: 0 is the start; in a backyard, loop h starts with 2h and ends with 2h+1.
             */
            occurence?: number | null;
            /**
             * Format: int64
             * @description Overall place within the distance in this segment, from 1, as counted by the timing client; -1: not placed.
             */
            ranking?: number | null;
            /**
             * Format: int64
             * @description Place within gender and age group in this segment, from 1, as counted by the timing client; -1: not placed.
             */
            age_ranking?: number | null;
            /**
             * Format: int64
             * @description Place within the gender in this segment, from 1, as counted by the timing client; -1: not placed.
             */
            gender_ranking?: number | null;
            /** @description Whether the row belongs to the finish segment; in races by time and in backyards every lap or loop does. */
            finish?: boolean | null;
            /**
             * Format: int64
             * @description Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish, 10 moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other number is kept.
             */
            type?: number | null;
            /** @description Whether the person's name must not be shown to anybody except the owner. */
            anonymous?: boolean | null;
            /** @description Date and time of the passage at the race, as the timing client wrote it: opaque, up to 100 characters. */
            local_time?: string | null;
            /** @description Division of the person, free text of up to 500 characters; may be empty. */
            division?: string | null;
            /**
             * Format: int64
             * @description Place within the division, from 1, as counted by the timing client; -1: not placed.
             */
            division_ranking?: number | null;
        };
        /** @description The public part of a participant (contract 2.4). */
        ResultParticipant: {
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name; nobody here is anonymous. */
            first: string;
            /** @description Last name; nobody here is anonymous. */
            last: string;
            /** @description Age group, free text such as `20-29`; may be empty. */
            age_group: string;
            /** @description Gender, free text; empty: not given. */
            gender: string;
            /** @description Name of the distance. */
            distance: string;
        };
        /** @description The answer of `r/results/versions`: the current version and those before it. */
        ResultVersions: {
            /**
             * Format: int64
             * @description The current version; 0 while nothing is published.
             */
            version: number;
            /**
             * Format: int64
             * @description Its number within the year.
             */
            number: number;
            /** @description Versions that can be returned to, the latest first. */
            earlier: components["schemas"]["EarlierOut"][];
            unfinished: components["schemas"]["UnfinishedReturn"] | null;
        };
        /** @description Answer of `results`, `results/all` and `results/finish`. */
        Results: {
            /** @description Number of rows in this answer; with a `limit`, on this page. */
            count: number;
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year to which the rows belong. */
            event_year: components["schemas"]["Year"];
            /** @description All years of the event, oldest first. */
            years: components["schemas"]["Year"][];
            /** @description Rows by distance. Distances are ordered by the bytes of their names, rows by clock time, then bib. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
            /** @description Participants, without anonymous people; `[]` except for `results`. */
            participants: components["schemas"]["ResultParticipant"][];
            /** @description Additional information about the distances, by name; `[]` except for `results`. */
            distances: components["schemas"]["Distance"][];
            /** @description Of a page: the name of the version that was read, for `of_version`; empty if nothing is published. Not in an answer that is whole. */
            version?: string;
        };
        /** @description Answer of `r/results/plan`: what the table would do to the year. */
        ResultsPlan: {
            /** @description Identifies the incarnation of the year, for `r/results/add`. */
            born: string;
            /** @description How many lines have each outcome. */
            counts: components["schemas"]["OutcomeCounts"];
            /** @description Lines about which there is something to report: new and unchanged ones without a remark are left out. */
            lines: components["schemas"]["PlannedLine"][];
            /** @description The rows to write, those of a person next to each other. */
            results: components["schemas"]["Result"][];
            /** @description For each of these rows, what is stored under its key, to be sent as it is: a stamp, with a hyphen before it if that row is deleted; empty: nothing is stored. */
            seen: string[];
            /** @description People who are stored with a distance of the table, but are not in it; they stay. */
            missing: components["schemas"]["Other"][];
            /** @description Those of `missing` whose place changes. */
            moved: components["schemas"]["Other"][];
            /** @description People with the same time. */
            ties: components["schemas"]["Tie"][];
        };
        /** @description Answer of `results`, `results/all` and `results/finish` in version 1. */
        ResultsVersion1: {
            /** @description Number of rows in this answer; with a `limit`, on this page. */
            count: number;
            /** @description The event that the answer is about. */
            event: components["schemas"]["EventVersion1"];
            /** @description All years of the event, oldest first. */
            years: components["schemas"]["YearVersion1"][];
            /** @description Rows by distance. Distances are ordered by the bytes of their names, rows by clock time, then bib. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
        };
        /** @description A request of a runner. */
        RunnerRequest: {
            /** @description The id to use in a decision. */
            id: string;
            /** @description Bib of the runner as they gave it, without surrounding blanks. */
            bib: string;
            /** @description First name in the participant list, of a corrected bib that of its correction; empty if nobody or several people have the bib. */
            first: string;
            /** @description Last name, likewise. */
            last: string;
            /** @description `initials`, `no_age`, `hidden` or `correction`. */
            wish: string;
            /** @description What proves who asks: `birthdate_and_mobile`, `birthdate`, or `none` if the participant list has no birth date. */
            proof: string;
            /** @description For a correction: what is wrong; otherwise empty. */
            text: string;
            /** @description E-mail address for the answer; may be empty. */
            contact: string;
            /**
             * Format: int64
             * @description Unix seconds when they asked.
             */
            asked_at: number;
            /** @description `open`, `granted`, `refused` or `withdrawn`. */
            state: string;
            /**
             * Format: int64
             * @description When it was decided, in unix seconds; 0 while it is open.
             */
            decided_at: number;
            /** @description Name of the account that decided; empty while it is open. */
            decided_by: string;
        };
        /** @description Values of a runner; those that are not meant are missing. */
        RunnerValues: {
            /** @description The bib, without surrounding blanks. */
            bib?: string;
            /** @description First name. */
            first?: string;
            /** @description Last name. */
            last?: string;
            /** @description Gender. */
            gender?: string;
            /**
             * Format: int64
             * @description Age on race day; −1 and 0: unknown.
             */
            age?: number;
            /** @description Age group. */
            age_group?: string;
            /** @description Division. */
            division?: string;
            /** @description Name of the distance. */
            distance?: string;
            /** @description `finished`, `dnf`, `dns`, `dsq` or `none`: no finish, DNF or DNS. */
            status?: string;
            /**
             * Format: int64
             * @description Clock time since the gun in milliseconds, of a finisher.
             */
            clock_ms?: number;
            /**
             * Format: int64
             * @description Chip time in milliseconds, of a finisher.
             */
            chip_ms?: number;
        };
        /** @description Request of `r/corrections/save`: what is corrected of one runner from now on. */
        SaveCorrection: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description `born` of `r/corrections/list`. */
            born?: string | null;
            /** @description `id` of the runner there. */
            id?: string | null;
            /** @description `seen` of the runner there. */
            seen?: string | null;
            corrected?: components["schemas"]["CorrectedValues"] | null;
            /** @description Why, for staff only, up to 500 characters. */
            reason?: string | null;
            /** @description Whether to report what it would do, without doing it. */
            dry_run?: boolean | null;
        };
        /** @description Answer of `r/corrections/save`: what readers will see otherwise. */
        SavedCorrection: {
            /** @description Whether anything was written, or would be. */
            changed: boolean;
            /** @description How many other runners get another place. */
            moved: number;
            /** @description Who is among the first three instead of whom. */
            first_three: components["schemas"]["MovedPlace"][];
        };
        /** @description A named stretch of a distance up to a timing point (contract 2.6). */
        Segment: {
            /** @description Name of the point at its end. */
            location: string;
            /** @description Name of the distance it belongs to. */
            distance_name: string;
            /** @description Name of the segment, unique within the distance; rows find it by this name. */
            name: string;
            /**
             * Format: double
             * @description Distance of its end from the start along the course, in `distance_unit`.
             */
            distance_value: number;
            /** @description Unit of `distance_value`: `mi`, `yd`, `ft`, `km` or `m`. */
            distance_unit: string;
            /** @description Position of the point, opaque text; may be empty. */
            gps: string;
            /** @description Address of a map of the point; may be empty. */
            map_link: string;
        };
        /** @description A segment as sent: a named stretch of a distance up to a timing point. Rows refer to it by its name within their distance. */
        SegmentIn: {
            /** @description Name of the point at its end, such as `Finish`; 1 to 100 characters. */
            location?: string | null;
            /** @description Name of the distance that it belongs to, 1 to 100 characters. */
            distance_name?: string | null;
            /** @description Name of the segment, 1 to 100 characters: what rows have in `segment`. */
            name?: string | null;
            /**
             * Format: double
             * @description Distance from the start to its end along the course, in `distance_unit`; not 0.
             */
            distance_value?: number | null;
            /** @description Unit of `distance_value`: `mi`, `yd`, `ft`, `km` or `m`; up to 12 characters. */
            distance_unit?: string | null;
            /** @description Geographic position of the point, free text of up to 500 characters; may be empty. */
            gps?: string | null;
            /** @description Address of a map of the point, up to 500 characters; may be empty. */
            map_link?: string | null;
        };
        /** @description Answer of `segments` and `segments/add`. */
        Segments: {
            /** @description For `segments`: all of the year, ordered by distance, then by how far their ends are from the start. For `segments/add`: those that were accepted, in the order sent. */
            segments: components["schemas"]["Segment"][];
        };
        /** @description A sentence, or nothing. */
        Sentence: string;
        /** @description A series of races. */
        Series: {
            /** @description Heading, unique within the display year. */
            name: string;
            /**
             * Format: int64
             * @description How many races count, which is also how many a runner needs.
             */
            best: number;
            /** @description The races that count towards it, in the order of the file. */
            distances: components["schemas"]["SeriesRace"][];
            /** @description The organiser's answers on who is who. */
            people?: components["schemas"]["PeopleAnswer"][];
        };
        /** @description A race of a series. */
        SeriesRace: {
            /** @description Year key of the event. */
            year: string;
            /** @description Distance name in that year. */
            name: string;
            /**
             * Format: double
             * @description Length, in the unit `type`.
             */
            value: number;
            /** @description Unit of `value`, with which the pace is labelled. */
            type: string;
        };
        /** @description A runner of a race; never by the name, as the file is public. */
        SeriesRunner: {
            /** @description Year key of the event. */
            year: string;
            /** @description Distance name in that year. */
            distance: string;
            /** @description The bib, without blanks around it. */
            bib: string;
        };
        /** @description Answer of `r/series/update`. */
        SeriesSaved: {
            /** @description Slug of the event. */
            slug: string;
            /**
             * Format: int64
             * @description The version that is current now.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Address of the file, relative to the downloads host. */
            url: string;
            /** @description What is accepted but may be a mistake, such as a race that does not exist yet; at most 50 entries. */
            warnings: string[];
        };
        /** @description The clock by which keys, sign-ins and texts go, and what is wrong with it (contract 4.14). */
        ServerClock: {
            /**
             * Format: int64
             * @description What it shows, in unix seconds.
             */
            now: number;
            /** @description Empty: nothing is known to be wrong. `unset`: it shows a time before the server's program was made. `behind`: it is behind the stamp of something that was uploaded. `forward`: it went forward in the last hours, because it was set or the machine slept. */
            fault: string;
            /**
             * Format: int64
             * @description By how many seconds it is behind or went forward; otherwise 0.
             */
            by: number;
        };
        /** @description A fault or a remark, and where it is. */
        SheetProblem: {
            /**
             * Format: int64
             * @description Index of the column; −1: the line as a whole.
             */
            column: number;
            /** @description What it is: one of the words of contract 4.17. */
            what: string;
            /**
             * Format: int64
             * @description The line, limit or number that it is about; 0: none.
             */
            number: number;
        };
        /** @description The runner that a phone follows (contract 2.9). */
        SmsSubscription: {
            /** @description Bib of the runner as subscribed; empty: they are identified by name. */
            bib: string;
            /** @description First name of the runner as subscribed; empty: they are identified by bib. */
            first: string;
            /** @description Last name of the runner as subscribed; empty: they are identified by bib. */
            last: string;
            /** @description Phone number as ten digits, without the country code 1. */
            phone: string;
        };
        /** @description Answer of `r/standings/update`. */
        StandingsSaved: {
            /** @description Slug of the event. */
            slug: string;
            /** @description Key of the year. */
            year: string;
            /** @description Name of the distance. */
            distance: string;
            /**
             * Format: int64
             * @description The version that is current now.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Address of the file, relative to the downloads host. */
            url: string;
            /** @description Number of rows of the file that are published, without its heading. */
            rows: number;
        };
        /** @description Answer of `sms`. */
        Subscriptions: {
            /** @description Who follows whom, ordered by last name, first name, bib and phone; `[]` unless the timing client sends the alerts. */
            subscriptions: components["schemas"]["SmsSubscription"][];
        };
        /** @description Numbers of alerts that were not sent, by reason. */
        Suppressed: {
            /**
             * Format: int64
             * @description Alerts about a passage that was more than fifteen minutes old.
             */
            too_late: number;
            /**
             * Format: int64
             * @description Alerts to a phone that is on the block list.
             */
            blocked: number;
            /**
             * Format: int64
             * @description Alerts for which the budget of the year, the day or the month no longer sufficed.
             */
            capped: number;
            /**
             * Format: int64
             * @description Alerts about a runner who has asked that their name is not shown.
             */
            anonymous: number;
            /**
             * Format: int64
             * @description Alerts to a follower who has unsubscribed.
             */
            removed: number;
            /**
             * Format: int64
             * @description Alerts about a passage that was deleted, or no longer qualifies for one.
             */
            deleted: number;
            /**
             * Format: int64
             * @description Alerts to a phone that has opted out at its carrier.
             */
            opted_out: number;
        };
        /** @description People with the same time at the same point. */
        Tie: {
            /** @description Name of the distance in which they have the same time. */
            distance: string;
            /** @description Name of the segment at which they have the same time. */
            segment: string;
            /**
             * Format: int64
             * @description Place of the first of them.
             */
            place: number;
            /** @description Their bibs, in the order of their places. */
            bibs: string[];
            /** @description Whether their order is that of the file's places; otherwise it is that of stored places, then of bibs. */
            by_place: boolean;
        };
        /** @description Both tokens of a session; each refresh replaces them. */
        Tokens: {
            /** @description The token to send after `Bearer` in `Authorization`; valid for 15 minutes. */
            access_token: string;
            /** @description The token for `account/refresh`; valid for 7 days. A refresh replaces it, after which it is accepted for another ten seconds and returns the same successor. */
            refresh_token: string;
        };
        /** @description A return that has begun but not finished. */
        UnfinishedReturn: {
            /**
             * Format: int64
             * @description The version that is being returned to.
             */
            version: number;
            /**
             * Format: int64
             * @description The version from which it was begun.
             */
            expected_version: number;
            /**
             * Format: int64
             * @description How much has been examined or written, from 0 to 1,000 thousandths.
             */
            progress: number;
        };
        /** @description Request of `account/update`. */
        UpdateAccount: {
            account?: null | components["schemas"]["AccountIn"];
        };
        /** @description Request of `key/update`. */
        UpdateKey: {
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description Request of `r/series/update`. */
        UpdateSeries: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description The definition. It may have any shape: the answer lists what is wrong in it, with paths. Empty: withdraws the file. */
            years?: (null | components["schemas"]["DisplayYear"])[] | null;
            /**
             * Format: int64
             * @description The version to replace; 0: there is none. If the current version is another one, the answer is 409. Missing or null: replaces any version.
             */
            version?: number | null;
        };
        /** @description Request of `r/standings/update`. */
        UpdateStandings: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year; must be given. */
            year?: string | null;
            /** @description Name of the distance, exactly as the rows have it; must be given. */
            distance?: string | null;
            /** @description The text of the file. Empty: withdraws the file. */
            csv?: string | null;
            /**
             * Format: int64
             * @description The version to replace; 0: there is none. If the current version is another one, the answer is 409. Missing or null: replaces any version.
             */
            version?: number | null;
        };
        /** @description Request of `event/add` and `event/update`. */
        WriteEvent: {
            event?: null | components["schemas"]["EventIn"];
        };
        /** @description Request of `r/participants/add` and `r/participants/update`. */
        WriteParticipant: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            participant?: null | components["schemas"]["ParticipantIn"];
            /**
             * Format: int64
             * @description Unix seconds: the answer also lists the participants changed at this time or later; 0: all of them; missing or below 0: none.
             */
            updated_after?: number | null;
        };
        /** @description Request of `event-year/add` and `event-year/update`. */
        WriteYear: {
            /** @description Slug of the event: its name in web addresses. Surrounding blanks and case are ignored. */
            slug?: string | null;
            event_year?: null | components["schemas"]["YearIn"];
        };
        /** @description Answer of `r/participants/add` and `r/participants/update`. */
        WrittenParticipant: {
            /** @description The participant as they are now; one who was added has their id here. */
            participant: components["schemas"]["Participant"];
            /** @description The participants changed since the request's `updated_after`, including this one; `[]` if it had none. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description Answer of `r/participants/add-many` and `r/participants/update-many`. */
        WrittenParticipants: {
            /** @description The valid ones as they are now, in the order sent. */
            participants: components["schemas"]["Participant"][];
            /** @description The participants changed since the request's `updated_after`, including those of the request; `[]` if it had none. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description A year of an event (contract 2.2). */
        Year: {
            /** @description Key of the year within the event: text such as `2026` or `2026-May`. */
            year: string;
            /** @description Start of the race, with the offset that was sent. */
            date_time: components["schemas"]["EventTime"];
            /** @description Whether the race is on, according to the timer; the server does not act on it. */
            live: boolean;
            /**
             * Format: int64
             * @description For how many whole days after the start alerts can be subscribed to; 0 or less means never.
             */
            days_allowed: number;
            /** @description Which time decides the places: `gun`, `chip` or `mixed`. The site interprets it, the server does not. */
            ranking_type: string;
            /** @description Whether the results are official, and since when; left out until the organiser has declared something. */
            official?: string;
        };
        /** @description A year as sent, to be added or to replace all fields of the one with its key. */
        YearIn: {
            /** @description Key of the year within the event: 1 to 20 letters, digits and hyphens, such as `2026` or `2026-May`. Compared exactly, and can never be changed. */
            year?: string | null;
            /** @description Start of the race with its offset, such as `2026-05-02T08:00:00-07:00`: RFC 3339, or one of the other forms of contract 1.6. */
            date_time?: string | null;
            /** @description Whether the race is in progress. A label only: no result depends on it. */
            live?: boolean | null;
            /**
             * Format: int64
             * @description Number of days after `date_time` during which people can subscribe to alerts; 0 or less: never.
             */
            days_allowed?: number | null;
            /** @description Which time the site initially ranks by: `gun`, `chip` or `mixed`. Any text of up to 20 characters is stored. */
            ranking_type?: string | null;
            /** @description Whether the results are official: empty (not said), `unofficial`, `now`, or the time since when they have been official. Missing or null: unchanged. */
            official?: string | null;
        };
        /** @description What is published of a year (contract 4.14). */
        YearState: {
            /** @description Key of the year within the event. */
            year: string;
            /**
             * Format: int64
             * @description Version of the pointer; 0: nothing is published.
             */
            version: number;
            /** @description When that version was made, as date and time with an offset; empty: nothing is published. */
            updated_at: string;
            /** @description Number of rows that readers see; 0: nothing is published. */
            rows: number;
            /** @description Number of people to whom these rows belong. */
            people: number;
            /**
             * Format: int64
             * @description When the newest row or participant in it was received, in unix seconds; 0: there is none.
             */
            last_upload: number;
        };
        /** @description The year in version 1 (contract 2.11). */
        YearVersion1: {
            /** @description Key of the year within the event. */
            year: string;
            /** @description Start of the race, with the offset that was sent. */
            date_time: components["schemas"]["EventTime"];
        };
        /** @description Answer of `event-year/event`. */
        Years: {
            /** @description The years of the event, oldest first. */
            years: components["schemas"]["Year"][];
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
        /** @description The request cannot be read, or the file has problems: the first fifty are listed. */
        "400-file": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"] | components["schemas"]["FileRefused"];
            };
        };
        /** @description Somebody else has changed the same fields; nothing was written. */
        "409-checkin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CheckinRefused"];
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
    health: {
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
    openapi: {
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
    "events.all": {
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
                    "application/json": components["schemas"]["Events"];
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
    "events.mine": {
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
                    "application/json": components["schemas"]["Events"];
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
    "events.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneEvent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "events.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneEvent"];
                };
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
    "events.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
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
    "years.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForYear"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAndYear"];
                };
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
    "years.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Years"];
                };
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
    "years.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteYear"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAndYear"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "years.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteYear"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAndYear"];
                };
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
    "years.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForYear"];
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
    "results.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadResults"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyResults"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "results.all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadResults"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyResults"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "results.finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadResults"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyResults"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "results.multi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadMulti"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MultiResults"];
                };
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
    "results.bib": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadBib"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BibResults"];
                };
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
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOverview"];
                };
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
    "results.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddResults"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "segments.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddSegments"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segments"];
                };
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
    "distances.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddDistances"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Distances"];
                };
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
    "results.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteResults"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "participants.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadParticipants"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Participants"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "participants.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddParticipants"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedParticipants"];
                };
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
    "participants.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteParticipants"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "bibchips.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OfBibChips"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BibChips"];
                };
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
    "bibchips.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddBibChips"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChipsAdded"];
                };
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
    "bibchips.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OfBibChips"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "segments.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForYear"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segments"];
                };
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
    "distances.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadDistances"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyDistances"];
                };
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
    "segments.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForYear"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "distances.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForYear"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "account.login": {
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
    "account.refresh": {
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
    "account.logout": {
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
    "account.logout-all": {
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
    "account.password": {
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
    "account.get": {
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
                    "application/json": components["schemas"]["AccountOverview"];
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
    "account.all": {
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
    "account.add": {
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
    "account.update": {
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
    "account.email": {
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
    "account.lock": {
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
    "account.unlock": {
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
    "account.delete": {
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
    "account.link": {
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
                    "application/json": components["schemas"]["OneAccount"];
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
    "account.unlink": {
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
    "key.list": {
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
    "key.used": {
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
    "key.add": {
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
    "key.update": {
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
    "key.delete": {
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
    "blocked.phones.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlockPhone"];
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
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "blocked.phones.get": {
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
                    "application/json": components["schemas"]["BlockedPhones"];
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
    "blocked.phones.unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlockPhone"];
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
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "blocked.emails.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlockEmail"];
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
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "blocked.emails.get": {
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
                    "application/json": components["schemas"]["BlockedEmails"];
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
    "blocked.emails.unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlockEmail"];
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
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "sms.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadSubscriptions"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriptions"];
                };
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
    "sms.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddSubscription"];
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
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "sms.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveSubscriptions"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "push.key": {
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
                    "application/json": components["schemas"]["PushKey"];
                };
            };
            404: components["responses"]["404"];
        };
    };
    "push.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddDevice"];
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
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "push.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveDevice"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "mail.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddAddress"];
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
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "mail.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmAddress"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressConfirmed"];
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "mail.unsubscribe": {
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
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "privacy.ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AskPrivacy"];
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
    "sms.webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ProvidersForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["Sentence"];
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
    "r.events.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OfAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
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
    "r.events.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddEventFor"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneEvent"];
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
    "r.events.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneEvent"];
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
    "r.events.state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadEventState"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventState"];
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
    "r.events.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
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
    "r.years.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Years"];
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
    "r.years.all": {
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
                    "application/json": components["schemas"]["AllYears"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "r.years.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteYear"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAndYear"];
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
    "r.years.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteYear"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAndYear"];
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
    "r.years.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForYear"];
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
    "r.participants.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadParticipants"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Participants"];
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
    "r.participants.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteParticipant"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenParticipant"];
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
    "r.participants.add-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddParticipants"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenParticipants"];
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
    "r.participants.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WriteParticipant"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenParticipant"];
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
    "r.participants.update-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddParticipants"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenParticipants"];
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
    "r.participants.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteParticipants"];
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
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "r.checkin.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadCheckin"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkin"];
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
    "r.checkin.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeCheckin"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckinChanged"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409-checkin"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "r.alerts.state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadAlerts"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsState"];
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
    "r.alerts.pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PauseAlerts"];
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
    "r.privacy.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadPrivacy"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyState"];
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
    "r.privacy.decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DecidePrivacy"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyState"];
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
    "r.hook.state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookState"];
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
    "r.hook.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeHook"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookState"];
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
    "r.series.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedFiles"];
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
    "r.files.versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListVersions"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileVersions"];
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
    "r.series.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSeries"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesSaved"];
                };
            };
            400: components["responses"]["400-file"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "r.results.plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 4096 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PlanResults"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultsPlan"];
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
    "r.results.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddPlanned"];
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
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "r.results.columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenColumns"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllRememberedColumns"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    "r.results.versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadVersions"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultVersions"];
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
    "r.results.restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreVersion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreStep"];
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
    "r.corrections.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListCorrections"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionsState"];
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
    "r.corrections.save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveCorrection"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCorrection"];
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
    "r.standings.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1024 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateStandings"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingsSaved"];
                };
            };
            400: components["responses"]["400-file"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
}
