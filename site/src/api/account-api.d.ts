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
         * Says that the service is there.
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
         * The events of the key's account, restricted ones included, and of accounts that linked it.
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
         * A year; without one named, the latest.
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
         * The rows of the finish.
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
         * Which chips belong to which bib.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["bibchips.list"];
        delete?: never;
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
         * The distances of a year, or the one named.
         * @description For any key; a restricted event: a key of its owner.
         */
        post: operations["distances.list"];
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
         * Replaces all fields of an event but its slug.
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
         * Replaces all fields of a year but its key.
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
         * Deletes a year, without one named the latest, with all its data.
         * @description For delete keys of the owner.
         */
        delete: operations["years.delete"];
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
         * Uploads rows: each replaces the one of the same person, place and occurrence. Invalid rows are dropped.
         * @description For write keys of the owner.
         */
        post: operations["results.add"];
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
         * The participants of a year, anonymous ones with their names.
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
         * Deletes the participants named, without names all.
         * @description For write keys of the owner.
         */
        delete: operations["participants.delete"];
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
         * Adds or replaces bib chips.
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
         * Signs in. Every failure is the same 401.
         * @description For everybody, with e-mail and password.
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
         * Gives a new access token and the next refresh token. One used before ends the session.
         * @description For the holder of a refresh token.
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
         * Changes a password; all sessions of the account end.
         * @description For oneself with the old password; another's: administrators.
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
         * Replaces name and, by administrators, type of the account with this e-mail.
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
         * Locks an account: its sessions end, its keys stop working.
         * @description For administrators, not for themselves.
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
         * Removes a link of one's own.
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
         * On which day each key of an account was used last.
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
         * Makes a key.
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
         * The events of an account, restricted ones included, and of accounts that linked it.
         * @description For any session; another's: administrators.
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
         * @description For any session; for another: administrators.
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
         * Replaces all fields of an event but its slug.
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
         * What is published of the years of an event, in figures.
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
         * The years of all unrestricted events and of one's own, newest first.
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
         * Replaces all fields of a year but its key.
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
         * The participants of a year, anonymous ones with their names.
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
         * Adds or replaces a participant, who keeps a bib given before.
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
         * Adds or replaces participants, who keep bibs given before. Invalid ones are dropped.
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
         * Replaces all fields of a participant but the id.
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
         * Replaces participants: all of them, or none when one is unknown. Invalid ones are dropped.
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
         * Deletes the participants named, without names all.
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
         * The participants of a year with who is checked in: all of them, or what changed.
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
         * One edit at check-in, compared field by field with what is there: all of it or nothing, and once however often it is sent.
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
         * Text alerts of a year: who follows, what waits, what was sent, what it costs.
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
         * Pauses the text alerts of a year, or lets them go on.
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
         * What runners of a year asked for themselves, and what was granted.
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
         * Grants what a runner asked for, refuses it, or takes it back.
         * @description For the owner, accounts the owner linked, and administrators.
         */
        post: operations["r.privacy.decide"];
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
    "/r/series/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Publishes the series definition; no years withdraw it.
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
         * The versions of a file of an event; with one named, its text.
         * @description For the owner and administrators.
         */
        post: operations["r.files.versions"];
        delete?: never;
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
         * Puts a phone on the block list: no text is sent to it.
         * @description For everybody, so often.
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
         * The blocked phones.
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
         * @description For everybody, so often.
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
         * The blocked e-mail addresses.
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
         * @description For everybody, so often.
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
         * The subscriptions to text alerts, where the timing client sends them; else none.
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
         * @description For everybody, so often; a restricted event: with a key of its owner.
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
         * @description For everybody, so often.
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
         * The public key that browsers subscribe to pushes with; 404 where the server sends no alerts.
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
         * @description For everybody, so often; a restricted event: with a key of its owner.
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
         * Removes a browser's subscription for a year: about one runner, or all.
         * @description For everybody, so often.
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
         * Sends an address the link by which it agrees to an e-mail at a runner's finish; 404 where no mail is sent.
         * @description For everybody, so often; a restricted event: with a key of its owner.
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
         * Ends all e-mails to the address of the link, whose token stands in the query (RFC 8058); a GET leads to the page that does.
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
         * Asks the organiser to show a runner by initials, without age or not at all, or to correct something. The answer does not tell whether the details were right.
         * @description For everybody, so often; a restricted event: with a key of its owner.
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
         * Takes a reply to a text; 404 where no provider is set up.
         * @description For the provider of text messages.
         */
        post: operations["sms.webhook"];
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
        /** @description An account as sent. */
        AccountIn: {
            /** @description Name. */
            name?: string | null;
            /** @description E-mail address; in an update the way to the account. */
            email?: string | null;
            /** @description `admin`, `free`, `paid`, on the account host also `registration`. */
            type?: string | null;
        };
        /** @description An account as shown. */
        AccountOut: {
            name: string;
            email: string;
            type: string;
            locked: boolean;
        };
        /** @description `account` on the account host. */
        AccountOverview: {
            /** @description The account. */
            account: components["schemas"]["AccountOut"];
            /** @description Its keys. */
            keys: components["schemas"]["KeyOut"][];
            /** @description Its events and those of accounts that linked it, as in `event/my`. */
            events: components["schemas"]["Event"][];
            /** @description The accounts it has linked. */
            linked: components["schemas"]["AccountOut"][];
        };
        /** @description `account/all`. */
        Accounts: {
            /** @description By address. */
            accounts: components["schemas"]["AccountOut"][];
        };
        /** @description `account/add`. */
        AddAccount: {
            account?: null | components["schemas"]["AccountIn"];
            /** @description Its first password. */
            password?: string | null;
        };
        /** @description `mail/add`. */
        AddAddress: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Bib of the runner. */
            bib?: string | null;
            /** @description First name of the runner. */
            first?: string | null;
            /** @description Last name of the runner. */
            last?: string | null;
            /** @description Where the e-mail goes, once it is confirmed. */
            email?: string | null;
            /** @description The language of the e-mails: `en` or `es`. */
            language?: string | null;
        };
        /** @description `bibchips/add`. */
        AddBibChips: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The chips. */
            bib_chips?: (null | components["schemas"]["BibChipIn"])[] | null;
        };
        /** @description `push/add`. */
        AddDevice: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Bib of the runner. */
            bib?: string | null;
            /** @description First name of the runner. */
            first?: string | null;
            /** @description Last name of the runner. */
            last?: string | null;
            subscription?: null | components["schemas"]["PushSubscription"];
            /** @description The language of the device's alerts: `en` or `es`. */
            language?: string | null;
        };
        /** @description `distances/add`. */
        AddDistances: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The distances. */
            distances?: (null | components["schemas"]["DistanceIn"])[] | null;
        };
        /** @description `r/event/add`. */
        AddEventFor: {
            /** @description Who shall own it; empty means the caller. */
            account_email?: string | null;
            event?: null | components["schemas"]["EventIn"];
        };
        /** @description `key/add`. */
        AddKey: {
            /** @description E-mail address of the account; empty = the caller's. */
            email?: string | null;
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description `participants/add`. */
        AddParticipants: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The participants. */
            participants?: (null | components["schemas"]["ParticipantIn"])[] | null;
            /**
             * Format: int64
             * @description Unix seconds; asks for the rows changed then or later.
             */
            updated_after?: number | null;
        };
        /** @description `results/add`. */
        AddResults: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The rows. */
            results?: (null | components["schemas"]["ResultIn"])[] | null;
        };
        /** @description `segments/add`. */
        AddSegments: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The segments. */
            segments?: (null | components["schemas"]["SegmentIn"])[] | null;
        };
        /** @description `sms/add`. */
        AddSubscription: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Bib of the runner. */
            bib?: string | null;
            /** @description First name of the runner. */
            first?: string | null;
            /** @description Last name of the runner. */
            last?: string | null;
            /** @description Where the texts go. */
            phone?: string | null;
            consent?: components["schemas"]["Consent"] | null;
        };
        /** @description `participants/add`. */
        AddedParticipants: {
            /** @description Valid rows sent. */
            count: number;
            /** @description Rows changed since the request's `updated_after`. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description `mail/confirm`: of which race the address hears now. */
        AddressConfirmed: {
            /** @description Event. */
            slug: string;
            /** @description Year. */
            year: string;
        };
        /** @description `r/alerts` (contract 4.15). */
        AlertsState: {
            /** @description The year's key. */
            year: string;
            /** @description Who sends alerts: `server` or `timing-client`. Of what the timing client sends nothing is known here. */
            sender: string;
            /** @description Whether nothing is sent for now. */
            paused: boolean;
            /** @description Who follows, by the way they are told. */
            channels: components["schemas"]["ChannelState"][];
            /**
             * Format: int64
             * @description Alerts that wait or are being sent.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Alerts that the carrier service took.
             */
            sent: number;
            /** @description Alerts that were not sent, by reason. */
            suppressed: components["schemas"]["Suppressed"];
            /**
             * Format: int64
             * @description Alerts that may or may not have been sent.
             */
            doubtful: number;
            /**
             * Format: int64
             * @description Alerts that the carrier service did not take.
             */
            dead: number;
            /**
             * Format: int64
             * @description Those that carriers refused: the dead ones, and those of phones that have opted out there.
             */
            refused: number;
            /**
             * Format: int64
             * @description Parts of what was or may have been sent.
             */
            parts: number;
            /**
             * Format: double
             * @description What that costs at most, in dollars.
             */
            cost: number;
            /**
             * Format: int32
             * @description Parts a second that the carrier takes, of all years together.
             */
            parts_a_second: number;
            /**
             * Format: double
             * @description What a part costs at most, in dollars.
             */
            dollars_a_part: number;
            /** @description What may be spent, and what is. */
            budgets: components["schemas"]["BudgetState"][];
            /** @description Who follows somebody of which distance, as far as that is known; the last, without a name, is of all others. */
            distances: components["schemas"]["FollowedDistance"][];
        };
        /** @description A year with the event it belongs to (contract 2.2). */
        AllYear: {
            /** @description Name of the event. */
            name: string;
            /** @description Slug of the event. */
            slug: string;
            /** @description The year's key. */
            year: string;
            /** @description Start. */
            date_time: components["schemas"]["EventTime"];
            /** @description Whether the race is on. */
            live: boolean;
            /**
             * Format: int64
             * @description Days of text alerts.
             */
            days_allowed: number;
            /** @description `gun` or `chip`. */
            ranking_type: string;
        };
        /** @description `r/event-year/all`. */
        AllYears: {
            /** @description Newest first. */
            years: components["schemas"]["AllYear"][];
        };
        /** @description `distances`: all, or the one that was asked for. */
        AnyDistances: components["schemas"]["Distances"] | components["schemas"]["OneDistance"];
        /** @description `results`, `results/all`, `results/finish` in either version. */
        AnyResults: components["schemas"]["Results"] | components["schemas"]["ResultsVersion1"];
        /** @description `privacy/ask`. */
        AskPrivacy: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year; empty for the latest. */
            year?: string | null;
            /** @description Bib of the runner. */
            bib?: string | null;
            /** @description `initials`, `no_age`, `hidden` or `correction`. */
            wish?: string | null;
            /** @description Of a correction: what is wrong, up to 500 characters. */
            text?: string | null;
            /** @description Birth date of the runner, in any form that a participant list takes. */
            birthdate?: string | null;
            /** @description Phone of the runner as given at entry; empty where none was. */
            mobile?: string | null;
            /** @description E-mail address for the organiser's answer; may be empty. */
            contact?: string | null;
        };
        /** @description A bib chip (contract 2.6). */
        BibChip: {
            /** @description Bib. */
            bib: string;
            /** @description Chip, the identity; may be empty. */
            chip: string;
        };
        /** @description A bib chip as sent. */
        BibChipIn: {
            /** @description Bib. */
            bib?: string | null;
            /** @description Chip, the identity. */
            chip?: string | null;
        };
        /** @description `bibchips`. */
        BibChips: {
            /** @description By bib, then chip. */
            bib_chips: components["schemas"]["BibChip"][];
        };
        /** @description `results/bib`. */
        BibResults: {
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description The year. */
            year: components["schemas"]["Year"];
            /** @description Every row of the bib. */
            results: components["schemas"]["Result"][];
            /** @description The person uploaded last. */
            person: components["schemas"]["Person"];
            /** @description Whether the year's persons are of one distance only. */
            single_distance: boolean;
            /** @description Segments of the person's distance. */
            segments: components["schemas"]["Segment"][];
            distance: components["schemas"]["Distance"] | null;
        };
        /** @description `blocked/emails/add`, `blocked/emails/unblock`. */
        BlockEmail: {
            /** @description Address. */
            email?: string | null;
        };
        /** @description `blocked/phones/add`, `blocked/phones/unblock`. */
        BlockPhone: {
            /** @description Phone, in any accepted spelling. */
            phone?: string | null;
        };
        /** @description `blocked/emails/get`. */
        BlockedEmails: {
            /** @description Lower-cased. */
            emails: string[];
        };
        /** @description `blocked/phones/get`. */
        BlockedPhones: {
            /** @description In E.164. */
            phones: string[];
        };
        /** @description A budget. */
        BudgetState: {
            /** @description `year`: of this year; `day`, `month`: of the deployment, in UTC. */
            scope: string;
            /**
             * Format: int64
             * @description Alerts that may be sent.
             */
            texts: number;
            /**
             * Format: int64
             * @description Alerts that count as sent.
             */
            texts_used: number;
            /**
             * Format: double
             * @description Dollars that may be spent.
             */
            dollars: number;
            /**
             * Format: double
             * @description Dollars that count as spent, confirmations included.
             */
            dollars_used: number;
        };
        /** @description `r/checkin/change`: one edit by one volunteer. */
        ChangeCheckin: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Names a queue of edits: 8 to 40 letters, digits, `-` and `_`. */
            device?: string | null;
            /**
             * Format: int64
             * @description Grows with each edit of the device, from 1.
             */
            number?: number | null;
            /** @description 1 to 10, of different participants. */
            changes?: (null | components["schemas"]["CheckinChange"])[] | null;
        };
        /** @description `account/email`. */
        ChangeEmail: {
            /** @description The address by which the account is known. */
            old_email?: string | null;
            /** @description The one it shall have. */
            new_email?: string | null;
        };
        /** @description `account/password`. */
        ChangePassword: {
            /** @description One's own password until now; not looked at for another's account. */
            old_password?: string | null;
            /** @description The new one: 8 characters or more, up to 1,024 bytes. */
            new_password?: string | null;
            /** @description Another's e-mail, by an administrator; one's own or none mean oneself. */
            email?: string | null;
        };
        /** @description Who follows by one way. */
        ChannelState: {
            /** @description `sms`, `push` or `email`. */
            channel: string;
            /**
             * Format: int64
             * @description Phones or other targets.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Their subscriptions.
             */
            subscriptions: number;
        };
        /** @description `r/checkin`. */
        Checkin: {
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description The year. */
            year: components["schemas"]["Year"];
            /**
             * Format: int64
             * @description Receipt of the request in unix seconds: the next one's `updated_after`.
             */
            now: number;
            /** @description Whether `participants` is the list rather than what changed in it. */
            whole: boolean;
            /** @description In the order of their ids. */
            participants: components["schemas"]["CheckinParticipant"][];
            /** @description Ids deleted since. */
            gone: string[];
            /** @description Asks for the next page as `after`; empty at the end. */
            next: string;
        };
        /** @description What an edit wants of one participant. */
        CheckinChange: {
            /** @description Id. */
            id?: string | null;
            before?: components["schemas"]["CheckinFields"] | null;
            after?: null | components["schemas"]["CheckinFields"];
        };
        /** @description `r/checkin/change`. */
        CheckinChanged: {
            /**
             * Format: int64
             * @description Receipt of the request in unix seconds.
             */
            now: number;
            /** @description Those of the request, in its order, as they stand now. */
            participants: components["schemas"]["CheckinParticipant"][];
        };
        /** @description Values of some fields of a participant. */
        CheckinFields: {
            /** @description Bib. */
            bib?: string | null;
            /** @description First name. */
            first?: string | null;
            /** @description Last name. */
            last?: string | null;
            /** @description Birth date. */
            birthdate?: string | null;
            /** @description Gender. */
            gender?: string | null;
            /** @description Age group. */
            age_group?: string | null;
            /** @description Distance. */
            distance?: string | null;
            /** @description Phone. */
            mobile?: string | null;
            /** @description T-shirt. */
            apparel?: string | null;
            /** @description Anonymous. */
            anonymous?: boolean | null;
            /** @description Finish text wanted. */
            sms_enabled?: boolean | null;
            /** @description Whether the person is checked in. */
            checked_in?: boolean | null;
            /**
             * Format: int64
             * @description In `after`: unix seconds of the check-in; 0 or in the future = now.
             */
            checked_in_at?: number | null;
        };
        /** @description A participant at the desk. */
        CheckinParticipant: {
            /** @description Opaque id. */
            id: string;
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Birth date as sent, trimmed. */
            birthdate: string;
            /** @description Gender, free text. */
            gender: string;
            /** @description Age group, free text. */
            age_group: string;
            /** @description Name of the distance. */
            distance: string;
            /** @description Whether the name must not leave the server on a public route (contract 6.6). */
            anonymous: boolean;
            /** @description Whether the person asked for a finish text. */
            sms_enabled: boolean;
            /** @description Phone, free text. */
            mobile: string;
            /** @description T-shirt. */
            apparel: string;
            /**
             * Format: int64
             * @description Unix seconds of the last add or update.
             */
            updated_at: number;
            /**
             * Format: int64
             * @description Unix seconds of the check-in; 0 = not checked in.
             */
            checked_in_at: number;
            /** @description Name of the account that did it. */
            checked_in_by: string;
        };
        /** @description `mail/confirm`. */
        ConfirmAddress: {
            /** @description What stands in the link of the confirmation. */
            token?: string | null;
        };
        /** @description What a person saw who agreed to texts. */
        Consent: {
            /** @description Version of the wording; up to 50 of letters, digits and `.-_`. */
            wording?: string | null;
        };
        /** @description How many. */
        Count: {
            /** @description The number the route is about. */
            count: number;
        };
        /** @description `r/privacy/decide`. */
        DecidePrivacy: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The request. */
            id?: string | null;
            /** @description `grant`, `refuse` or `withdraw`. */
            decision?: string | null;
            /** @description With `grant`: other years in which it shall hold too, of those that the request's runner was found in. */
            years?: (string | null)[] | null;
        };
        /** @description `key/delete`. */
        DeleteKey: {
            /** @description The key's value. */
            key?: string | null;
        };
        /** @description `participants/delete`. */
        DeleteParticipants: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Ids; empty = all. */
            identifiers?: (string | null)[] | null;
        };
        /** @description `results/delete`. */
        DeleteResults: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description One distance only; empty = all. */
            distance?: string | null;
        };
        /** @description One display year of the file. */
        DisplayYear: {
            /**
             * Format: int64
             * @description The year the site offers, unique in the file.
             */
            display_year: number;
            /** @description Its series. */
            series: components["schemas"]["Series"][];
        };
        /** @description A distance record (contract 2.6). */
        Distance: {
            /** @description Name, the identity within the year. */
            name: string;
            /** @description Certification text. */
            certification: string;
        };
        /** @description A distance as sent. */
        DistanceIn: {
            /** @description Name. */
            name?: string | null;
            /** @description Certification. */
            certification?: string | null;
        };
        /** @description `distances`, `distances/add`. */
        Distances: {
            /** @description The distances. */
            distances: components["schemas"]["Distance"][];
        };
        /** @description An event (contract 2.1). */
        Event: {
            /** @description Name; not unique. */
            name: string;
            /** @description Name for certificates; may be empty. */
            cert_name: string;
            /** @description Unique name in addresses. */
            slug: string;
            /** @description Address or empty. */
            website: string;
            /** @description Address of a picture or empty. */
            image: string;
            /** @description Public contact address. */
            contact_email: string;
            /** @description Readable with a key of the owner only. */
            access_restricted: boolean;
            /** @description `distance`, `time` or `backyardultra`; old data may have an empty text. */
            type: string;
            recent_time: components["schemas"]["EventTime"] | null;
            /** @description Colour of the race's pages: `#rrggbb` in lower case, or empty, and then left out. */
            accent_color?: string;
            /** @description Address of the race's logo; left out when empty. */
            logo?: string;
            /** @description A line for sponsors; left out when empty. */
            sponsor?: string;
        };
        /** @description `event-year`, `event-year/add`, `event-year/update`. */
        EventAndYear: {
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description The year. */
            event_year: components["schemas"]["Year"];
        };
        /** @description An event as sent. */
        EventIn: {
            /** @description Name. */
            name?: string | null;
            /** @description Name for certificates. */
            cert_name?: string | null;
            /** @description Slug. */
            slug?: string | null;
            /** @description Website. */
            website?: string | null;
            /** @description Picture. */
            image?: string | null;
            /** @description Contact address. */
            contact_email?: string | null;
            /** @description Restricted to the owner. */
            access_restricted?: boolean | null;
            /** @description Event type. */
            type?: string | null;
            /** @description Colour of the race's pages; not given: as stored. */
            accent_color?: string | null;
            /** @description Logo; not given: as stored. */
            logo?: string | null;
            /** @description A line for sponsors; not given: as stored. */
            sponsor?: string | null;
        };
        /** @description `event`. */
        EventOverview: {
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description All years. */
            event_years: components["schemas"]["Year"][];
            year: components["schemas"]["Year"] | null;
            /** @description All its rows; empty where they make the answer too large. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
            /** @description Its participants; empty where even they make the answer too large. */
            participants: components["schemas"]["ResultParticipant"][];
            /** @description What was left out, where something was. */
            message?: string;
        };
        /** @description `r/event/state`. */
        EventState: {
            /** @description Oldest first. */
            years: components["schemas"]["YearState"][];
        };
        /**
         * Format: date-time
         * @description RFC 3339 with whole seconds and the offset as received; offset zero is `Z`.
         * @example 2026-05-02T08:00:00-07:00
         */
        EventTime: string;
        /** @description The event of version 1 (contract 2.11). */
        EventVersion1: {
            name: string;
            slug: string;
            website: string;
            image: string;
            contact_email: string;
            access_restricted: boolean;
            type: string;
        };
        /** @description `event/all`, `event/my`. */
        Events: {
            /** @description In the order of contract 6.3. */
            events: components["schemas"]["Event"][];
        };
        /** @description One problem of a file. */
        FileProblem: {
            /** @description The field's path (`years[0].series[1].best`), or the column of a CSV. */
            at: string;
            /**
             * Format: int64
             * @description The line of a CSV, counted from 1; 0 for JSON.
             */
            line: number;
            /** @description What would be accepted there. */
            message: string;
        };
        /** @description The error shape of a file that is not accepted. */
        FileRefused: {
            /** @description How many problems, and the first of them. */
            message: string;
            /** @description The first fifty. */
            errors: components["schemas"]["FileProblem"][];
        };
        /** @description A version of a file. */
        FileVersionShown: {
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Name of the account that saved it; empty where that is not known (any more). */
            by: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description Whether it withdrew the file. */
            withdrawn: boolean;
        };
        /** @description `r/files/versions`. */
        FileVersions: {
            /** @description Newest first, at most 20. */
            versions: components["schemas"]["FileVersionShown"][];
            /** @description Text of the version asked for; empty for none, and for one that withdrew the file. */
            content: string;
        };
        /** @description The followers of a distance. */
        FollowedDistance: {
            /** @description Its name; empty for subscriptions whose runner's distance is not known. */
            distance: string;
            /**
             * Format: int64
             * @description Subscriptions.
             */
            subscriptions: number;
            /**
             * Format: int64
             * @description Segments of the distance that are told: those on the way, and the finish.
             */
            segments: number;
        };
        /** @description Whose; without an address the caller himself. */
        ForAccount: {
            /** @description E-mail address. */
            email?: string | null;
        };
        /** @description An event by slug. */
        ForEvent: {
            /** @description Event. */
            slug?: string | null;
        };
        /** @description A year by slug and key. */
        ForYear: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
        };
        /** @description A wish that holds. */
        GrantedWish: {
            /** @description What a withdrawal names. */
            id: string;
            /** @description Bib. */
            bib: string;
            /** @description First name in the participant list; empty when the bib is not there, or several people have it. */
            first: string;
            /** @description Last name, likewise. */
            last: string;
            /** @description `initials`, `no_age` or `hidden`. */
            wish: string;
            /**
             * Format: int64
             * @description Unix seconds of the last change of what was granted to this bib.
             */
            since: number;
            /** @description Name of the account that made it. */
            by: string;
        };
        /** @description A key as sent. */
        KeyIn: {
            /** @description Name. */
            name?: string | null;
            /** @description The key itself; ignored in `key/add`, in `key/update` the way to it. */
            value?: string | null;
            /** @description `read`, `write` or `delete`; `default` is `read`. */
            type?: string | null;
            /** @description Account host: host names that may use it from a browser, separated by commas; empty = any. */
            allowed_hosts?: string | null;
            /** @description RFC 3339, or a date for the end of that day; empty = never expires. */
            valid_until?: string | null;
        };
        /** @description A key as shown to its owner. */
        KeyOut: {
            /**
             * Format: int32
             * @description Remote host only: the account's number.
             */
            account_id?: number;
            name: string;
            value: string;
            type: string;
            /** @description Account host only. */
            allowed_hosts?: string;
            valid_until: components["schemas"]["EventTime"] | null;
        };
        /** @description When a key was used. */
        KeyUsed: {
            /** @description The key's value. */
            value: string;
            /** @description The day (UTC, `YYYY-MM-DD`) of the last call that the key opened; empty = none is known. */
            last_used: string;
        };
        /** @description `key`. */
        Keys: {
            /** @description By name. */
            keys: components["schemas"]["KeyOut"][];
        };
        /** @description `key/used`. */
        KeysUsed: {
            /** @description In the order of `key`. */
            keys: components["schemas"]["KeyUsed"][];
        };
        /** @description `r/files/versions`. */
        ListVersions: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year of standings; with an empty `distance` too: the series definition. */
            year?: string | null;
            /** @description Distance of standings. */
            distance?: string | null;
            /**
             * Format: int64
             * @description The version whose text is asked for.
             */
            version?: number | null;
        };
        /** @description `account/login`. */
        Login: {
            /** @description E-mail, in any case. */
            email?: string | null;
            /** @description Password. */
            password?: string | null;
        };
        /** @description The one error shape (contract 1.3). */
        Message: {
            /** @description What was wrong. */
            message: string;
        };
        /** @description `results/multi`. */
        MultiResults: {
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description Year key → distance → rows. */
            results: {
                [key: string]: {
                    [key: string]: components["schemas"]["Result"][];
                };
            };
        };
        /** @description `r/event`. */
        OfAccount: {
            /** @description The account; empty means the caller's own. */
            account_email?: string | null;
        };
        /** @description `bibchips`, `bibchips/delete`. */
        OfBibChips: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
        };
        /** @description `account/add`, `account/update`, `account/link`. */
        OneAccount: {
            /** @description The account. */
            account: components["schemas"]["AccountOut"];
        };
        /** @description `distances` when one was asked for. */
        OneDistance: {
            distance: components["schemas"]["Distance"] | null;
        };
        /** @description `event/add`, `event/update`. */
        OneEvent: {
            /** @description The event. */
            event: components["schemas"]["Event"];
        };
        /** @description `key/add`, `key/update`. */
        OneKey: {
            /** @description The key. */
            key: components["schemas"]["KeyOut"];
        };
        /** @description An OpenAPI document. */
        OpenApiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
        };
        /** @description A year in which a runner was found. */
        OtherYear: {
            /** @description The year's key. */
            year: string;
            /** @description The runner's bib there. */
            bib: string;
            /** @description Whether the wish holds there already. */
            granted: boolean;
        };
        /** @description A participant as the owner sees it (contract 2.5). */
        Participant: {
            /** @description Opaque id; unrelated to a row's person id. */
            id: string;
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Birth date as sent, trimmed. */
            birthdate: string;
            /** @description Gender, free text. */
            gender: string;
            /** @description Age group, free text. */
            age_group: string;
            /** @description Name of the distance. */
            distance: string;
            /** @description Whether the name must not leave the server on a public route (contract 6.6). */
            anonymous: boolean;
            /** @description Whether the person asked for a finish text. */
            sms_enabled: boolean;
            /** @description Phone, free text. */
            mobile: string;
            /** @description T-shirt. */
            apparel: string;
            /**
             * Format: int64
             * @description Unix seconds of the last add or update.
             */
            updated_at: number;
        };
        /** @description A participant as sent. */
        ParticipantIn: {
            /** @description Id; empty, `0` or `-1` asks for a new one. */
            id?: string | null;
            /** @description Bib. */
            bib?: string | null;
            /** @description First name. */
            first?: string | null;
            /** @description Last name. */
            last?: string | null;
            /** @description Birth date. */
            birthdate?: string | null;
            /** @description Gender. */
            gender?: string | null;
            /** @description Age group. */
            age_group?: string | null;
            /** @description Distance. */
            distance?: string | null;
            /** @description Anonymous. */
            anonymous?: boolean | null;
            /** @description Finish text wanted. */
            sms_enabled?: boolean | null;
            /** @description Phone. */
            mobile?: string | null;
            /** @description T-shirt. */
            apparel?: string | null;
        };
        /** @description `participants`. */
        Participants: {
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description The year. */
            year: components["schemas"]["Year"];
            /** @description The page asked for. */
            participants: components["schemas"]["Participant"][];
        };
        /** @description `r/alerts/pause`. */
        PauseAlerts: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Whether nothing shall be sent for now. */
            paused?: boolean | null;
        };
        /** @description A person as answered (contract 2.4). */
        Person: {
            id: string;
            bib: string;
            first: string;
            last: string;
            /** Format: int64 */
            age: number;
            gender: string;
            age_group: string;
            distance: string;
            anonymous: boolean;
        };
        /** @description `r/privacy/requests`, `r/privacy/decide`. */
        PrivacyState: {
            /** @description The year's key. */
            year: string;
            /** @description Requests of the last 90 days: those that wait first, the newest first. */
            requests: components["schemas"]["RunnerRequest"][];
            /** @description What was granted to whom and holds. */
            granted: components["schemas"]["GrantedWish"][];
            /** @description Other years of the event in which the runner of the request named was found, by name and birth date. */
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
            /** @description Path on the downloads host, nothing encoded. */
            path: string;
            /** @description Year of standings. */
            year: string;
            /** @description Distance of standings. */
            distance: string;
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
        };
        /** @description `r/series`. */
        PublishedFiles: {
            /** @description Event. */
            slug: string;
            /**
             * Format: int64
             * @description Version of the series definition; 0 = none published.
             */
            version: number;
            /** @description The series definition. */
            years: components["schemas"]["DisplayYear"][];
            /** @description Every published file. */
            files: components["schemas"]["PublishedFile"][];
        };
        /** @description `push/key`. */
        PushKey: {
            /** @description The public key that browsers subscribe with: an uncompressed point of P-256 in base64url. */
            key: string;
        };
        /** @description Keys of a browser's subscription. */
        PushKeys: {
            /** @description Its public key: an uncompressed point of P-256 in base64url. */
            p256dh?: string | null;
            /** @description Its authentication secret: 16 bytes in base64url. */
            auth?: string | null;
        };
        /** @description A browser's subscription to pushes, as `PushSubscription.toJSON()` gives it. */
        PushSubscription: {
            /** @description Where the push service takes messages for it. */
            endpoint?: string | null;
            keys?: null | components["schemas"]["PushKeys"];
        };
        /** @description `r/alerts`. */
        ReadAlerts: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year; empty for the latest. */
            year?: string | null;
        };
        /** @description `results/bib`. */
        ReadBib: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Bib. */
            bib?: string | null;
        };
        /** @description `r/checkin`. */
        ReadCheckin: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /**
             * Format: int64
             * @description `now` of an earlier answer: asks for what changed since.
             */
            updated_after?: number | null;
            /** @description `next` of the page before. */
            after?: string | null;
        };
        /** @description `distances`. */
        ReadDistances: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description One distance; given also when empty. */
            distance?: string | null;
        };
        /** @description `r/event/state`. */
        ReadEventState: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year; empty for all. */
            year?: string | null;
        };
        /** @description `results/multi`. */
        ReadMulti: {
            /** @description Event. */
            slug?: string | null;
            /** @description Years. */
            years?: (string | null)[] | null;
        };
        /** @description `participants`. */
        ReadParticipants: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /**
             * Format: int64
             * @description Rows a page; ≤ 0 = no paging.
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description Page from 1; ≤ 0 = 1.
             */
            page?: number | null;
            /**
             * Format: int64
             * @description Unix seconds; rows changed then or later.
             */
            updated_after?: number | null;
        };
        /** @description `r/privacy/requests`. */
        ReadPrivacy: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year; empty for the latest. */
            year?: string | null;
            /** @description A request whose runner is looked for in the other years of the event; empty for none. */
            id?: string | null;
        };
        /** @description `results`, `results/all`, `results/finish`. */
        ReadResults: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description One distance only; empty = all. */
            distance?: string | null;
            /**
             * Format: int64
             * @description Rows a page; ≤ 0 = no paging.
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description Page from 1; ≤ 0 = 1.
             */
            page?: number | null;
            /**
             * Format: int64
             * @description 1 asks for the old form.
             */
            version?: number | null;
        };
        /** @description `sms`. */
        ReadSubscriptions: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
        };
        /** @description `account/refresh`. */
        Refresh: {
            /** @description The refresh token of the last login or refresh. */
            refresh_token?: string | null;
        };
        /** @description `push/remove`. With a runner, only the subscription about that one, as it was sent to `push/add`. */
        RemoveDevice: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The endpoint of the browser's subscription. */
            endpoint?: string | null;
            /** @description Bib of the runner. */
            bib?: string | null;
            /** @description First name of the runner. */
            first?: string | null;
            /** @description Last name of the runner. */
            last?: string | null;
        };
        /** @description `sms/remove`. */
        RemoveSubscriptions: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description The phone that gets no more. */
            phone?: string | null;
        };
        /** @description A result row as answered, fields in the order of the contract. `person_id` and what follows `anonymous` are left out in version 1. */
        Result: {
            person_id?: string;
            bib: string;
            first: string;
            last: string;
            /** Format: int64 */
            age: number;
            gender: string;
            age_group: string;
            distance: string;
            /** Format: int64 */
            seconds: number;
            /** Format: int64 */
            milliseconds: number;
            /** Format: int64 */
            chip_seconds: number;
            /** Format: int64 */
            chip_milliseconds: number;
            segment: string;
            location: string;
            /** Format: int64 */
            occurence: number;
            /** Format: int64 */
            ranking: number;
            /** Format: int64 */
            age_ranking: number;
            /** Format: int64 */
            gender_ranking: number;
            finish: boolean;
            /** Format: int64 */
            type: number;
            anonymous: boolean;
            local_time?: string;
            division?: string;
            /** Format: int64 */
            division_ranking?: number;
        };
        /** @description A result row as sent. */
        ResultIn: {
            /** @description Person. */
            person_id?: string | null;
            /** @description Bib. */
            bib?: string | null;
            /** @description First name. */
            first?: string | null;
            /** @description Last name. */
            last?: string | null;
            /**
             * Format: int64
             * @description Age in years.
             */
            age?: number | null;
            /** @description Gender. */
            gender?: string | null;
            /** @description Age group. */
            age_group?: string | null;
            /** @description Distance. */
            distance?: string | null;
            /**
             * Format: int64
             * @description Clock seconds.
             */
            seconds?: number | null;
            /**
             * Format: int64
             * @description Clock milliseconds.
             */
            milliseconds?: number | null;
            /**
             * Format: int64
             * @description Chip seconds.
             */
            chip_seconds?: number | null;
            /**
             * Format: int64
             * @description Chip milliseconds.
             */
            chip_milliseconds?: number | null;
            /** @description Segment. */
            segment?: string | null;
            /** @description Location. */
            location?: string | null;
            /**
             * Format: int64
             * @description Occurrence, spelled as on the wire.
             */
            occurence?: number | null;
            /**
             * Format: int64
             * @description Overall place.
             */
            ranking?: number | null;
            /**
             * Format: int64
             * @description Age-group place.
             */
            age_ranking?: number | null;
            /**
             * Format: int64
             * @description Gender place.
             */
            gender_ranking?: number | null;
            /** @description Whether it is of the finish segment. */
            finish?: boolean | null;
            /**
             * Format: int64
             * @description Result type.
             */
            type?: number | null;
            /** @description Anonymous. */
            anonymous?: boolean | null;
            /** @description Local time, opaque. */
            local_time?: string | null;
            /** @description Division. */
            division?: string | null;
            /**
             * Format: int64
             * @description Place in the division.
             */
            division_ranking?: number | null;
        };
        /** @description What everybody may know of a participant (contract 2.4). */
        ResultParticipant: {
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Age group. */
            age_group: string;
            /** @description Gender. */
            gender: string;
            /** @description Name of the distance. */
            distance: string;
        };
        /** @description `results`, `results/all`, `results/finish`. */
        Results: {
            /** @description Rows in this answer. */
            count: number;
            /** @description The event. */
            event: components["schemas"]["Event"];
            /** @description The year. */
            event_year: components["schemas"]["Year"];
            /** @description All years. */
            years: components["schemas"]["Year"][];
            /** @description The rows. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
            /** @description Participants; empty but for `results`. */
            participants: components["schemas"]["ResultParticipant"][];
            /** @description Distances; empty but for `results`. */
            distances: components["schemas"]["Distance"][];
        };
        /** @description The three results routes in version 1. */
        ResultsVersion1: {
            /** @description Rows in this answer. */
            count: number;
            /** @description The event. */
            event: components["schemas"]["EventVersion1"];
            /** @description All years. */
            years: components["schemas"]["YearVersion1"][];
            /** @description The rows. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
        };
        /** @description A request of a runner. */
        RunnerRequest: {
            /** @description What a decision names. */
            id: string;
            /** @description Bib. */
            bib: string;
            /** @description First name in the participant list; empty when the bib is not there, or several people have it. */
            first: string;
            /** @description Last name, likewise. */
            last: string;
            /** @description `initials`, `no_age`, `hidden` or `correction`. */
            wish: string;
            /** @description By what it is proven who asks: `birthdate_and_mobile`, `birthdate`, or `none` where the list holds no birth date. */
            proof: string;
            /** @description Of a correction: what is wrong. */
            text: string;
            /** @description E-mail address for the answer; may be empty. */
            contact: string;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            asked_at: number;
            /** @description `open`, `granted`, `refused` or `withdrawn`. */
            state: string;
            /**
             * Format: int64
             * @description Unix seconds; 0 while it is open.
             */
            decided_at: number;
            /** @description Name of the account that decided; empty while it is open. */
            decided_by: string;
        };
        /** @description A segment (contract 2.6). */
        Segment: {
            /** @description Name of the place. */
            location: string;
            /** @description Name of the distance it belongs to. */
            distance_name: string;
            /** @description Name of the segment. */
            name: string;
            /**
             * Format: double
             * @description Distance from the start, cumulative, in `distance_unit`.
             */
            distance_value: number;
            /** @description `mi`, `yd`, `ft`, `km` or `m`. */
            distance_unit: string;
            /** @description Position, opaque text. */
            gps: string;
            /** @description Address of a map. */
            map_link: string;
        };
        /** @description A segment as sent. */
        SegmentIn: {
            /** @description Location. */
            location?: string | null;
            /** @description Distance it belongs to. */
            distance_name?: string | null;
            /** @description Name. */
            name?: string | null;
            /**
             * Format: double
             * @description Cumulative distance.
             */
            distance_value?: number | null;
            /** @description Unit. */
            distance_unit?: string | null;
            /** @description Position. */
            gps?: string | null;
            /** @description Map. */
            map_link?: string | null;
        };
        /** @description `segments`, `segments/add`. */
        Segments: {
            /** @description The segments. */
            segments: components["schemas"]["Segment"][];
        };
        /** @description A sentence, or nothing. */
        Sentence: string;
        /** @description A series of races. */
        Series: {
            /** @description Heading, unique in the display year. */
            name: string;
            /**
             * Format: int64
             * @description Races that count, and the number a runner needs.
             */
            best: number;
            /** @description Its races. */
            distances: components["schemas"]["SeriesRace"][];
        };
        /** @description A race of a series. */
        SeriesRace: {
            /** @description Year key of the event. */
            year: string;
            /** @description Distance name in that year. */
            name: string;
            /**
             * Format: double
             * @description Length in `type` units.
             */
            value: number;
            /** @description Unit label of the pace. */
            type: string;
        };
        /** @description `r/series/update`. */
        SeriesSaved: {
            /** @description Event. */
            slug: string;
            /**
             * Format: int64
             * @description The version that stands now.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Address relative to the downloads host. */
            url: string;
            /** @description What may be meant otherwise. */
            warnings: string[];
        };
        /** @description A subscription (contract 2.9). */
        SmsSubscription: {
            /** @description Bib as subscribed; empty for a runner known by name. */
            bib: string;
            /** @description First name as subscribed. */
            first: string;
            /** @description Last name as subscribed. */
            last: string;
            /** @description Ten digits. */
            phone: string;
        };
        /** @description `r/standings/update`. */
        StandingsSaved: {
            /** @description Event. */
            slug: string;
            /** @description Year. */
            year: string;
            /** @description Distance. */
            distance: string;
            /**
             * Format: int64
             * @description The version that stands now.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Address relative to the downloads host. */
            url: string;
            /** @description Rows published. */
            rows: number;
        };
        /** @description `sms`. */
        Subscriptions: {
            /** @description Empty unless the timing client sends the alerts. */
            subscriptions: components["schemas"]["SmsSubscription"][];
        };
        /** @description Alerts that were not sent, by reason. */
        Suppressed: {
            /**
             * Format: int64
             * @description More than fifteen minutes old.
             */
            too_late: number;
            /**
             * Format: int64
             * @description The phone is on the block list.
             */
            blocked: number;
            /**
             * Format: int64
             * @description A budget is used up.
             */
            capped: number;
            /**
             * Format: int64
             * @description The runner has become anonymous.
             */
            anonymous: number;
            /**
             * Format: int64
             * @description The subscription was removed.
             */
            removed: number;
            /**
             * Format: int64
             * @description The passage was deleted, or is none any more.
             */
            deleted: number;
            /**
             * Format: int64
             * @description The phone has opted out at its carrier.
             */
            opted_out: number;
        };
        /** @description `account/login`, `account/refresh`. */
        Tokens: {
            /** @description For the `Authorization` header; 15 minutes. */
            access_token: string;
            /** @description For `account/refresh`, once; 7 days. */
            refresh_token: string;
        };
        /** @description `account/update`. */
        UpdateAccount: {
            account?: null | components["schemas"]["AccountIn"];
        };
        /** @description `key/update`. */
        UpdateKey: {
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description `r/series/update`. */
        UpdateSeries: {
            /** @description Event. */
            slug?: string | null;
            /** @description The definition, of any shape: what is wrong in it is told with its path. Empty withdraws the file. */
            years?: (null | components["schemas"]["DisplayYear"])[] | null;
            /**
             * Format: int64
             * @description The version this one is to replace; 0 = there is none.
             */
            version?: number | null;
        };
        /** @description `r/standings/update`. */
        UpdateStandings: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            /** @description Distance name as it stands. */
            distance?: string | null;
            /** @description The text of the file. Empty withdraws it. */
            csv?: string | null;
            /**
             * Format: int64
             * @description The version this one is to replace; 0 = there is none.
             */
            version?: number | null;
        };
        /** @description `event/add`, `event/update`. */
        WriteEvent: {
            event?: null | components["schemas"]["EventIn"];
        };
        /** @description `r/participants/add`, `r/participants/update`. */
        WriteParticipant: {
            /** @description Event. */
            slug?: string | null;
            /** @description Year. */
            year?: string | null;
            participant?: null | components["schemas"]["ParticipantIn"];
            /**
             * Format: int64
             * @description Unix seconds; asks for the rows changed then or later.
             */
            updated_after?: number | null;
        };
        /** @description `event-year/add`, `event-year/update`. */
        WriteYear: {
            /** @description Event. */
            slug?: string | null;
            event_year?: null | components["schemas"]["YearIn"];
        };
        /** @description `r/participants/add`, `r/participants/update`. */
        WrittenParticipant: {
            /** @description The participant as it stands now. */
            participant: components["schemas"]["Participant"];
            /** @description Rows changed since the request's `updated_after`. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description `r/participants/add-many`, `r/participants/update-many`. */
        WrittenParticipants: {
            /** @description The valid ones as they stand now, in the order sent. */
            participants: components["schemas"]["Participant"][];
            /** @description Rows changed since the request's `updated_after`. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description A year of an event (contract 2.2). */
        Year: {
            /** @description The year's key: text such as `2026` or `2026-May`. */
            year: string;
            /** @description Start, with the offset that was received. */
            date_time: components["schemas"]["EventTime"];
            /** @description Whether the race is on. */
            live: boolean;
            /**
             * Format: int64
             * @description Days after the start during which text alerts may be subscribed.
             */
            days_allowed: number;
            /** @description `gun` or `chip`; a label. */
            ranking_type: string;
        };
        /** @description A year as sent. */
        YearIn: {
            /** @description The year's key. */
            year?: string | null;
            /** @description Start, in one of the forms of contract 1.6. */
            date_time?: string | null;
            /** @description Whether the race is on. */
            live?: boolean | null;
            /**
             * Format: int64
             * @description Days of text alerts.
             */
            days_allowed?: number | null;
            /** @description `gun` or `chip`. */
            ranking_type?: string | null;
        };
        /** @description What is published of a year (contract 4.14). */
        YearState: {
            /** @description The year's key. */
            year: string;
            /**
             * Format: int64
             * @description Version of the pointer; 0 = nothing is published.
             */
            version: number;
            /** @description When that version was made, date and time with an offset; empty = nothing is published. */
            updated_at: string;
            /** @description Rows that readers see. */
            rows: number;
            /** @description People they are of. */
            people: number;
            /**
             * Format: int64
             * @description Unix seconds of the receipt of the newest row or participant in it; 0 = none.
             */
            last_upload: number;
        };
        /** @description The year of version 1 (contract 2.11). */
        YearVersion1: {
            year: string;
            date_time: components["schemas"]["EventTime"];
        };
        /** @description `event-year/event`. */
        Years: {
            /** @description Oldest first. */
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
            409: components["responses"]["409"];
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
}
