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
         * Gives a new access token and the next refresh token for a refresh token. One used before ends the session.
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
         * Changes a password, one's own with the old one; all sessions of the account end.
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
         * Locks an account, never one's own: its sessions end, its keys stop working.
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
         * The web hook of an event: where new versions are told, its secret, and what came of it.
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
         * Sets, tests or takes away the web hook of an event, or gives it another secret.
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
         * What a table of results would do to a year: new, changed, the same, wrong; nothing is written.
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
         * Uploads rows of a plan as results/add; 409 where one was changed since.
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
         * The columns the account chose for its tables; with a choice, it is remembered first.
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
         * The version that stands, and earlier ones that can be returned to.
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
         * Returns to an earlier version, as far as the time of a call reaches; the same call again goes on.
         * @description For the owner and administrators.
         */
        post: operations["r.results.restore"];
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
        /** @description An account as an administrator or its owner sends it. */
        AccountIn: {
            /** @description Name of the person or company, 1 to 100 characters after trimming. */
            name?: string | null;
            /** @description E-mail address, up to 100 characters, unique in the realm whatever its case. In an update it finds the account; it is changed by `account/email`. */
            email?: string | null;
            /** @description What it may do: `admin`, `free` or `paid`, on the account host also `registration`. Who is no administrator keeps theirs. */
            type?: string | null;
        };
        /** @description An account as shown to itself and to administrators. */
        AccountOut: {
            /** @description Name of the person or company. */
            name: string;
            /** @description E-mail address as typed; unique in the realm whatever its case. */
            email: string;
            /** @description What it may do: `admin`, `free`, `paid` or, on the account host, `registration`. */
            type: string;
            /** @description Whether an administrator has locked it: nobody signs in, its keys stop. */
            locked: boolean;
        };
        /** @description `account` on the account host. */
        AccountOverview: {
            /** @description The account that was asked for. */
            account: components["schemas"]["AccountOut"];
            /** @description Its keys with their values, by name. */
            keys: components["schemas"]["KeyOut"][];
            /** @description Its events and those of accounts that linked it, restricted ones included, as in `event/my`. */
            events: components["schemas"]["Event"][];
            /** @description The accounts that it has linked, by address. */
            linked: components["schemas"]["AccountOut"][];
        };
        /** @description What `account/all` answers. */
        Accounts: {
            /** @description All accounts of the realm, by address in lower case. */
            accounts: components["schemas"]["AccountOut"][];
        };
        /** @description What `account/add` takes. */
        AddAccount: {
            account?: null | components["schemas"]["AccountIn"];
            /** @description Its first password, 8 characters or more and up to 1,024 bytes. */
            password?: string | null;
        };
        /** @description What `mail/add` takes. */
        AddAddress: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Bib of the runner who is followed, up to 100 characters; missing or empty: known by name. */
            bib?: string | null;
            /** @description First name of the runner who is followed; missing or empty where the bib says who. */
            first?: string | null;
            /** @description Last name of the runner who is followed; missing or empty where the bib says who. */
            last?: string | null;
            /** @description Where the e-mail of the finish goes once the link of the confirmation was pressed; plain ASCII. */
            email?: string | null;
            /** @description Language of what is sent: `en` or `es`. */
            language?: string | null;
        };
        /** @description What `bibchips/add` takes. */
        AddBibChips: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Chips with their bibs; one that is stored moves to the bib sent. */
            bib_chips?: (null | components["schemas"]["BibChipIn"])[] | null;
        };
        /** @description What `push/add` takes. */
        AddDevice: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Bib of the runner who is followed, up to 100 characters; missing or empty: known by name. */
            bib?: string | null;
            /** @description First name of the runner who is followed; missing or empty where the bib says who. */
            first?: string | null;
            /** @description Last name of the runner who is followed; missing or empty where the bib says who. */
            last?: string | null;
            subscription?: null | components["schemas"]["PushSubscription"];
            /** @description Language of what is sent: `en` or `es`. */
            language?: string | null;
        };
        /** @description What `distances/add` takes. */
        AddDistances: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Distances to add or to overwrite by name. Those that are not valid are dropped. */
            distances?: (null | components["schemas"]["DistanceIn"])[] | null;
        };
        /** @description What `r/event/add` takes. */
        AddEventFor: {
            /** @description E-mail address of the account that shall own it; empty: the caller's. Another's only for administrators. */
            account_email?: string | null;
            event?: null | components["schemas"]["EventIn"];
        };
        /** @description What `key/add` takes. */
        AddKey: {
            /** @description E-mail address of the account that gets it; empty: the caller's own. */
            email?: string | null;
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description What `participants/add` takes. */
        AddParticipants: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Participants to add or to overwrite by their id. Those that are not valid are dropped. */
            participants?: (null | components["schemas"]["ParticipantIn"])[] | null;
            /**
             * Format: int64
             * @description Unix seconds: also asks for the participants changed then or later, 0 for all; missing or below 0: for none.
             */
            updated_after?: number | null;
        };
        /** @description What `r/results/add` takes: rows of a plan, each with what the plan saw in its place. */
        AddPlanned: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description The life of the year as the plan told it. */
            born?: string | null;
            /** @description Rows of the plan. */
            results?: (null | components["schemas"]["ResultIn"])[] | null;
            /** @description What the plan saw under the key of each of them. */
            seen?: (string | null)[] | null;
        };
        /** @description What `results/add` takes. */
        AddResults: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Rows to store, each in the place of an older one of the same person, location and `occurence`. Those that are not valid are dropped. */
            results?: (null | components["schemas"]["ResultIn"])[] | null;
        };
        /** @description What `segments/add` takes. */
        AddSegments: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Segments to add or to overwrite by distance and name. Those that are not valid are dropped. */
            segments?: (null | components["schemas"]["SegmentIn"])[] | null;
        };
        /** @description What `sms/add` takes. */
        AddSubscription: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Bib of the runner who is followed, up to 100 characters; missing or empty: known by name. */
            bib?: string | null;
            /** @description First name of the runner who is followed; missing or empty where the bib says who. */
            first?: string | null;
            /** @description Last name of the runner who is followed; missing or empty where the bib says who. */
            last?: string | null;
            /** @description Where the texts go: a phone of the United States or Canada in any usual spelling. */
            phone?: string | null;
            consent?: components["schemas"]["Consent"] | null;
        };
        /** @description What `participants/add` answers. */
        AddedParticipants: {
            /** @description How many of those sent are valid. */
            count: number;
            /** @description The participants changed since the request's `updated_after`, those of the request among them; `[]` without one. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description `mail/confirm`: of which race the address hears now. */
        AddressConfirmed: {
            /** @description Slug of the event. */
            slug: string;
            /** @description Key of the year. */
            year: string;
        };
        /** @description `r/alerts` (contract 4.15). */
        AlertsState: {
            /** @description Key of the year within the event. */
            year: string;
            /** @description Who sends alerts: `server` or `timing-client`. Of what the timing client sends nothing is known here. */
            sender: string;
            /** @description Whether nothing is sent for now. */
            paused: boolean;
            /** @description Who follows, one entry for each way they are told by. */
            channels: components["schemas"]["ChannelState"][];
            /**
             * Format: int64
             * @description Alerts that wait to be sent or are being sent.
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
             * @description Parts (of 160 letters at most) of the texts that were or may have been sent; carriers count and bill these.
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
            /** @description What may be spent, and what is: one entry for the year, the day and the month. */
            budgets: components["schemas"]["BudgetState"][];
            /** @description Who follows somebody of which distance, as far as that is known; the last, without a name, is of all others. */
            distances: components["schemas"]["FollowedDistance"][];
        };
        /** @description What an account chose for its tables: `r/results/columns`. */
        AllRememberedColumns: {
            /** @description At most 20, the latest first. */
            remembered: components["schemas"]["RememberedColumns"][];
        };
        /** @description A year with the event it belongs to (contract 2.2). */
        AllYear: {
            /** @description Name of the event. */
            name: string;
            /** @description Slug of the event, its name in addresses. */
            slug: string;
            /** @description Key of the year within the event. */
            year: string;
            /** @description Start of the race, with the offset that was sent. */
            date_time: components["schemas"]["EventTime"];
            /** @description Whether the race is on, as the owner says. */
            live: boolean;
            /**
             * Format: int64
             * @description Whole days after the start in which alerts may be subscribed; 0 or less: never.
             */
            days_allowed: number;
            /** @description Which time the places go by: `gun`, `chip` or `mixed`; a label. */
            ranking_type: string;
            /** @description As in a year. */
            official?: string;
        };
        /** @description What `r/event-year/all` answers. */
        AllYears: {
            /** @description Years of unrestricted events and of the caller's own, newest first. */
            years: components["schemas"]["AllYear"][];
        };
        /** @description `distances`: all, or the one that was asked for. */
        AnyDistances: components["schemas"]["Distances"] | components["schemas"]["OneDistance"];
        /** @description `results`, `results/all`, `results/finish` in either version. */
        AnyResults: components["schemas"]["Results"] | components["schemas"]["ResultsVersion1"];
        /** @description What `privacy/ask` takes: who asks, and for what. */
        AskPrivacy: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
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
        /** @description Which bib a chip belongs to (contract 2.6). */
        BibChip: {
            /** @description The bib, text. */
            bib: string;
            /** @description The chip's code, the identity within the year; may be empty. */
            chip: string;
        };
        /** @description Which bib a chip belongs to, as sent. */
        BibChipIn: {
            /** @description Bib, up to 100 characters. */
            bib?: string | null;
            /** @description The chip's code, up to 100 characters: the identity, so sending it again moves it to another bib. May be empty. */
            chip?: string | null;
        };
        /** @description What `bibchips` answers. */
        BibChips: {
            /** @description All chips of the year, by bib, then by chip. */
            bib_chips: components["schemas"]["BibChip"][];
        };
        /** @description What `results/bib` answers. */
        BibResults: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year that the answer is about. */
            year: components["schemas"]["Year"];
            /** @description Every row of the bib, by clock time; of several people where they share it. */
            results: components["schemas"]["Result"][];
            /** @description The person with this bib whose rows were uploaded last. */
            person: components["schemas"]["Person"];
            /** @description Whether all people with results in the year are of one distance. */
            single_distance: boolean;
            /** @description Segments of the person's distance, by how far they are from the start. */
            segments: components["schemas"]["Segment"][];
            distance: components["schemas"]["Distance"] | null;
        };
        /** @description What `blocked/emails/add` and `blocked/emails/unblock` take. */
        BlockEmail: {
            /** @description E-mail address, in any case, up to 200 characters. */
            email?: string | null;
        };
        /** @description What `blocked/phones/add` and `blocked/phones/unblock` take. */
        BlockPhone: {
            /** @description A phone of the United States or Canada in any usual spelling, or `+` and 8 to 15 digits. */
            phone?: string | null;
        };
        /** @description What `blocked/emails/get` answers. */
        BlockedEmails: {
            /** @description All addresses that get no e-mails, in lower case, ascending. */
            emails: string[];
        };
        /** @description What `blocked/phones/get` answers. */
        BlockedPhones: {
            /** @description All phones that get no texts, as `+` and digits, ascending. */
            phones: string[];
        };
        /** @description How much of a budget is used. */
        BudgetState: {
            /** @description `year`: of this year; `day`, `month`: of the deployment, in UTC. */
            scope: string;
            /**
             * Format: int64
             * @description Texts that may be sent in its time.
             */
            texts: number;
            /**
             * Format: int64
             * @description Texts that count as sent.
             */
            texts_used: number;
            /**
             * Format: double
             * @description Dollars that may be spent in its time.
             */
            dollars: number;
            /**
             * Format: double
             * @description Dollars that count as spent at most, confirmations included.
             */
            dollars_used: number;
        };
        /** @description What becomes of one value; texts as they are, times as `h:mm:ss.mmm`. */
        Change: {
            /** @description `first`, `last`, `age`, `gender`, `age_group`, `distance`, `division`, `status`, `clock`, `chip`, `laps`, `place`, `gender_place`, `age_place`, `division_place`. */
            field: string;
            /** @description The split it is about; empty for the finish and the person. */
            segment: string;
            /** @description What is stored; empty for nothing. */
            before: string;
            /** @description What it becomes. */
            after: string;
        };
        /** @description `r/checkin/change`: one edit by one volunteer. */
        ChangeCheckin: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Names the queue of edits of one device, at random: 8 to 40 letters, digits, `-` and `_`. */
            device?: string | null;
            /**
             * Format: int64
             * @description Number of the edit in its queue, from 1, each one above the one before: a repeat is known by it.
             */
            number?: number | null;
            /** @description What the edit wants, 1 to 10 participants, each once: all of it is done or nothing. */
            changes?: (null | components["schemas"]["CheckinChange"])[] | null;
        };
        /** @description What `account/email` takes. */
        ChangeEmail: {
            /** @description The address by which the account is known until now. */
            old_email?: string | null;
            /** @description The one it shall have, up to 100 characters. All its sessions end. */
            new_email?: string | null;
        };
        /** @description What `r/hook/update` takes: the hook as it shall be, and what the caller has seen of it. */
        ChangeHook: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Where new versions are told: an `https` address; empty takes the hook away; missing or null leaves it. The one that is set once more tells what waits at once, and switches on again what the receiver had switched off. */
            address?: string | null;
            /** @description With an address: the one that the caller knows, empty for none. Where another one is set meanwhile nothing is changed. */
            seen?: string | null;
            /** @description The secret that the caller knows: the hook gets another one, and this one signs as well for a day. Nothing where it was changed meanwhile. */
            replace_secret?: string | null;
            /** @description Whether a test is sent. */
            test?: boolean | null;
        };
        /** @description What `account/password` takes. */
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
            /** @description The way: `sms`, `push` or `email`. */
            channel: string;
            /**
             * Format: int64
             * @description Phones, devices or addresses that follow somebody.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description How many runners they follow, all together.
             */
            subscriptions: number;
        };
        /** @description What `r/checkin` answers. */
        Checkin: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year that the answer is about. */
            year: components["schemas"]["Year"];
            /**
             * Format: int64
             * @description Receipt of the request in unix seconds: the next one's `updated_after`.
             */
            now: number;
            /** @description Whether `participants` is the list rather than what changed in it. */
            whole: boolean;
            /** @description Participants of this page, in the order of their ids; with `whole` those of the list, else those that changed since. */
            participants: components["schemas"]["CheckinParticipant"][];
            /** @description Ids deleted since. */
            gone: string[];
            /** @description Asks for the next page as `after`; empty at the end. */
            next: string;
        };
        /** @description What an edit wants of one participant. */
        CheckinChange: {
            /** @description Opaque id of the participant within the year; of somebody new one that the device has made at random. */
            id?: string | null;
            before?: components["schemas"]["CheckinFields"] | null;
            after?: null | components["schemas"]["CheckinFields"];
        };
        /** @description What `r/checkin/change` answers. */
        CheckinChanged: {
            /**
             * Format: int64
             * @description Receipt of the request in unix seconds.
             */
            now: number;
            /** @description The participants of the request, in its order, as they stand now. */
            participants: components["schemas"]["CheckinParticipant"][];
        };
        /** @description Values of some fields of a participant; what is left out is not meant. */
        CheckinFields: {
            /** @description Bib, up to 100 characters; may be empty. */
            bib?: string | null;
            /** @description First name, up to 100 characters. */
            first?: string | null;
            /** @description Last name, up to 100 characters. */
            last?: string | null;
            /** @description Birth date, a real day that is not in the future, such as `7/21/1990` or `1990-07-21`. */
            birthdate?: string | null;
            /** @description Gender, free text of up to 50 characters. */
            gender?: string | null;
            /** @description Age group, free text of up to 200 characters. */
            age_group?: string | null;
            /** @description Name of the distance, up to 200 characters. */
            distance?: string | null;
            /** @description Phone, free text of up to 30 characters. */
            mobile?: string | null;
            /** @description Size of the T-shirt or the like, free text of up to 150 characters. */
            apparel?: string | null;
            /** @description Whether the name must not leave the server on a public route. */
            anonymous?: boolean | null;
            /** @description Whether the person asked for a text at their finish. */
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
            /** @description Opaque id within the year; unrelated to a row's `person_id`. */
            id: string;
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Birth date as it was sent, trimmed; `1901/01/01` means none. */
            birthdate: string;
            /** @description Gender, free text; empty: not told. */
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
            /**
             * Format: int64
             * @description Unix seconds of the last add or update, set by the server.
             */
            updated_at: number;
            /**
             * Format: int64
             * @description Unix seconds of the check-in; 0 = not checked in.
             */
            checked_in_at: number;
            /** @description Name of the account that checked them in; empty = not checked in. */
            checked_in_by: string;
        };
        /** @description What `r/results/columns` takes: the columns chosen for tables with the same headings. */
        ChosenColumns: {
            /** @description Stands for the headings: at most 60 letters `a` to `z`, digits and hyphens. Empty: nothing is chosen, only asked. */
            mark?: string | null;
            /** @description The fields that have a column, at most 200. */
            fields?: (null | components["schemas"]["ChosenField"])[] | null;
        };
        /** @description Where a field of a table stands. */
        ChosenField: {
            /** @description Name of the field, in the words of the page that asks: 1 to 60 characters. */
            field?: string | null;
            /**
             * Format: int64
             * @description Position of its column, from 0 to 999.
             */
            column?: number | null;
        };
        /** @description What `mail/confirm` takes. */
        ConfirmAddress: {
            /** @description What stands behind `token=` in the link of the confirmation. */
            token?: string | null;
        };
        /** @description What a person saw who agreed to texts. */
        Consent: {
            /** @description Which version of the words the person has seen: up to 50 letters, digits and `.-_`. */
            wording?: string | null;
        };
        /** @description A number of rows. */
        Count: {
            /** @description Of an upload how many rows are valid, duplicates included; of a delete how many rows went, or ids were named. */
            count: number;
        };
        /** @description What `r/privacy/decide` takes: one decision about one request. */
        DecidePrivacy: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description The request's `id` of `r/privacy/requests`; of a wish that holds, that wish's. */
            id?: string | null;
            /** @description `grant`, `refuse` or `withdraw`. */
            decision?: string | null;
            /** @description With `grant`: other years in which it shall hold too, of those that the request's runner was found in. */
            years?: (string | null)[] | null;
        };
        /** @description What `key/delete` takes. */
        DeleteKey: {
            /** @description The value of the key that goes, for good. */
            key?: string | null;
        };
        /** @description What `participants/delete` takes. */
        DeleteParticipants: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Ids of those who go; empty or missing: all of the year. */
            identifiers?: (string | null)[] | null;
        };
        /** @description What `results/delete` takes. */
        DeleteResults: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Name of the only distance whose rows and people go; empty or missing: all of the year. */
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
        /** @description What is said of a distance beside its results (contract 2.6). */
        Distance: {
            /** @description Name, the identity within the year. */
            name: string;
            /** @description How the course was measured, such as a certificate's number. */
            certification: string;
        };
        /** @description What is said of a distance beside its results, as sent. */
        DistanceIn: {
            /** @description Name of the distance, 1 to 100 characters: what rows have in `distance`. */
            name?: string | null;
            /** @description How the course was measured, such as a certificate's number; 1 to 150 characters. */
            certification?: string | null;
        };
        /** @description What `distances` and `distances/add` answer. */
        Distances: {
            /** @description Of `distances` all of the year, by name; of `distances/add` those that were accepted, in the order sent. */
            distances: components["schemas"]["Distance"][];
        };
        /** @description A version that can be returned to. */
        EarlierOut: {
            /**
             * Format: int64
             * @description The version, as in a pointer: what `r/results/restore` names.
             */
            version: number;
            /**
             * Format: int64
             * @description Which one of the year it is, from 1.
             */
            number: number;
            /** @description When it was made. */
            at: components["schemas"]["EventTime"];
            /** @description When the next one took its place. */
            until: components["schemas"]["EventTime"];
            /** @description What the next one was made of: `upload`, `import`, `delete`, `settings`, `repair`, `roll-back`. */
            next: string;
            /** @description How many corrections the next one lists. */
            changes: number;
        };
        /** @description An event (contract 2.1). */
        Event: {
            /** @description Name as shown; not unique. */
            name: string;
            /** @description Name for certificates; empty: `name` is taken. */
            cert_name: string;
            /** @description Name in addresses: unique in the deployment, never changed. */
            slug: string;
            /** @description The event's own site, an http or https address; may be empty. */
            website: string;
            /** @description Address of a picture of the event; may be empty. */
            image: string;
            /** @description Whom runners may write to; public. */
            contact_email: string;
            /** @description Whether only keys of the owner may read it, and nothing of it is published. */
            access_restricted: boolean;
            /** @description What decides: `distance`, `time` or `backyardultra`; empty in old data, which means `distance`. */
            type: string;
            recent_time: components["schemas"]["EventTime"] | null;
            /** @description Colour of the race's pages: `#rrggbb` in lower case, or empty, and then left out. */
            accent_color?: string;
            /** @description Address of the race's logo; left out when empty. */
            logo?: string;
            /** @description A line for sponsors; left out when empty. */
            sponsor?: string;
        };
        /** @description What `event-year`, `event-year/add` and `event-year/update` answer. */
        EventAndYear: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year as it stands now. */
            event_year: components["schemas"]["Year"];
        };
        /** @description An event as sent to be added, or to replace all fields of the one with its slug. */
        EventIn: {
            /**
             * @description Name as shown, 1 to 100 characters: letters and digits of any script, blanks and `' / & -
             *
             *     . , ( ) + #`. Names may repeat.
             */
            name?: string | null;
            /** @description Name for certificates, up to 100 characters; empty: `name` is taken. */
            cert_name?: string | null;
            /** @description Name in addresses, 1 to 50 of `a` to `z`, digits and hyphens, kept in lower case. Unique in the deployment, and never changed. */
            slug?: string | null;
            /** @description The event's own site, an address beginning with http:// or https://, up to 200 characters; may be empty. */
            website?: string | null;
            /** @description A picture of the event, an address beginning with http:// or https://, up to 200 characters; may be empty. */
            image?: string | null;
            /** @description Whom runners may write to; shown to everybody. Must be given. */
            contact_email?: string | null;
            /** @description Whether only keys of the owner may read it, and nothing of it is published. */
            access_restricted?: boolean | null;
            /** @description What decides: `distance` (first over the line), `time` (most laps) or `backyardultra` (last one standing). */
            type?: string | null;
            /** @description Colour of the race's pages, `#` and six hexadecimal digits; empty: none. Missing or null: as stored. */
            accent_color?: string | null;
            /** @description Logo on the race's pages, an address beginning with https://, up to 200 characters; empty: none. Missing or null: as stored. */
            logo?: string | null;
            /** @description One line for sponsors, up to 120 characters; empty: none. Missing or null: as stored. */
            sponsor?: string | null;
        };
        /** @description What `event` answers. */
        EventOverview: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description All its years, oldest first. */
            event_years: components["schemas"]["Year"][];
            year: components["schemas"]["Year"] | null;
            /** @description Distance to rows, distances in the order of their names' bytes; rows by clock time, then bib. All rows of `year`; `{}` where they make the answer too large. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
            /** @description The participants of `year`, anonymous people left out; `[]` where even they make the answer too large. */
            participants: components["schemas"]["ResultParticipant"][];
            /** @description What was left out and how to get it; missing where nothing was. */
            message?: string;
        };
        /** @description What `r/event/state` answers. */
        EventState: {
            /** @description The years asked for, oldest first. */
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
            /** @description Name as shown; not unique. */
            name: string;
            /** @description Name in addresses. */
            slug: string;
            /** @description The event's own site; may be empty. */
            website: string;
            /** @description A picture of the event; may be empty. */
            image: string;
            /** @description Whom runners may write to; public. */
            contact_email: string;
            /** @description Whether only keys of the owner may read it. */
            access_restricted: boolean;
            /** @description `distance`, `time` or `backyardultra`; empty in old data, which means `distance`. */
            type: string;
        };
        /** @description What `event/all` and `event/my` answer. */
        Events: {
            /** @description The events, that with the latest year first, those without years last. */
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
        /** @description A version of an organiser's file. */
        FileVersionShown: {
            /**
             * Format: int64
             * @description Number of the version; they only grow.
             */
            version: number;
            /** @description When it was saved. */
            updated_at: components["schemas"]["EventTime"];
            /** @description Name of the account that saved it; empty where that is not known (any more). */
            by: string;
            /**
             * Format: int64
             * @description Size of its text in bytes.
             */
            size: number;
            /** @description Whether this version took the file off the downloads host. */
            withdrawn: boolean;
        };
        /** @description What `r/files/versions` answers. */
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
             * @description How many times a runner of it is followed.
             */
            subscriptions: number;
            /**
             * Format: int64
             * @description Segments of the distance that are told: those on the way, and the finish.
             */
            segments: number;
        };
        /** @description Which account is meant; without an address the caller's own. */
        ForAccount: {
            /** @description E-mail address of the account, in any case; empty: the caller's own, where the route allows it. */
            email?: string | null;
        };
        /** @description Names an event. */
        ForEvent: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
        };
        /** @description Names a year of an event. */
        ForYear: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. `r/event-year/delete` needs it. */
            year?: string | null;
        };
        /** @description A wish that holds. */
        GrantedWish: {
            /** @description What a withdrawal names. */
            id: string;
            /** @description Bib of the runner, as they gave it, without the blanks around it. */
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
        /** @description What `r/hook/state` and `r/hook/update` answer: the web hook of an event as it is now. */
        HookState: {
            /** @description Where new versions are told; empty: no hook is set. */
            address: string;
            /**
             * Format: int64
             * @description Unix seconds since when that is the address; 0 without one.
             */
            since: number;
            /** @description By which the receiver verifies (`whsec_…`); empty without a hook. */
            secret: string;
            /**
             * Format: int64
             * @description Unix seconds until when the secret of before signs as well; 0 = it does not.
             */
            former_until: number;
            /**
             * Format: int64
             * @description Unix seconds since when the receiver wants no more (it answered 410); 0 = it does.
             */
            off_since: number;
            /** @description What is to be told, in the order in which it will be. */
            waiting: components["schemas"]["HookVersion"][];
            /** @description Tries that failed since the last one that did not; tests do not count. */
            tries: number;
            /**
             * Format: int64
             * @description Unix seconds since when they have failed; 0 = the last one did not.
             */
            failing_since: number;
            /**
             * Format: int64
             * @description Unix seconds of the next try of what waits, or of the past: now; 0 = nothing waits.
             */
            next_try: number;
            /** @description Whether a test is still to be sent. */
            test_waits: boolean;
            last: components["schemas"]["HookTry"] | null;
            given_up: components["schemas"]["HookVersion"] | null;
            /**
             * Format: int64
             * @description Unix seconds when it was given up; 0 = none was.
             */
            given_up_at: number;
        };
        /** @description One call of the receiver, and what came of it. */
        HookTry: {
            /**
             * Format: int64
             * @description Unix seconds when the receiver was called.
             */
            at: number;
            /** @description `results.version` or `hook.test`. */
            type: string;
            version: components["schemas"]["HookVersion"] | null;
            /** @description `taken`, `refused` (another status), `gone` (410), `too_slow`, `unreachable`, or `not_public` (its name stands for no machine of the public network). */
            result: string;
            /**
             * Format: int32
             * @description The receiver's status; 0 where it gave none.
             */
            status: number;
        };
        /** @description A version of a year. */
        HookVersion: {
            /** @description The year's key. */
            year: string;
            /**
             * Format: int64
             * @description The version as in the pointer, `version` of `current.json`: unix seconds of the year's making and counted on from there.
             */
            version: number;
            /**
             * Format: int64
             * @description The version's number within the year's life, from 1: what people call it. 0 where the year is gone.
             */
            number: number;
            /**
             * Format: int64
             * @description Unix seconds of its publication.
             */
            at: number;
        };
        /** @description A key as sent. */
        KeyIn: {
            /** @description What its owner calls it, up to 100 characters. On the remote host the reader's name: must be given, and unique among the account's living keys. */
            name?: string | null;
            /** @description The key itself. Ignored in `key/add`; in `key/update` it finds the key. */
            value?: string | null;
            /** @description What it may do: `read`, `write` (and read) or `delete` (and write); `default` is stored as `read`. */
            type?: string | null;
            /** @description Account host: host names from whose pages a browser may use it, separated by commas, up to 1,000 characters; empty: any. */
            allowed_hosts?: string | null;
            /** @description Until when it works: RFC 3339, or a date for the end of that day in UTC; empty: for ever. */
            valid_until?: string | null;
        };
        /** @description A key as shown to its owner. */
        KeyOut: {
            /**
             * Format: int32
             * @description Remote host only: the account's number, from 1.
             */
            account_id?: number;
            /** @description What its owner calls it; on the remote host the reader's name. */
            name: string;
            /** @description The key itself; empty where it cannot be shown, such as for an imported one. */
            value: string;
            /** @description What it may do: `read`, `write` or `delete`. */
            type: string;
            /** @description Account host only: host names from whose pages a browser may use it, separated by commas; empty: any. */
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
        /** @description What `key` answers. */
        Keys: {
            /** @description The account's keys, by name, then by value. */
            keys: components["schemas"]["KeyOut"][];
        };
        /** @description What `key/used` answers. */
        KeysUsed: {
            /** @description In the order of `key`. */
            keys: components["schemas"]["KeyUsed"][];
        };
        /** @description What `r/files/versions` takes. */
        ListVersions: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year of standings; empty, with an empty `distance` too: the series definition is meant. */
            year?: string | null;
            /** @description Name of the distance of standings. */
            distance?: string | null;
            /**
             * Format: int64
             * @description The version whose text is asked for; missing: none.
             */
            version?: number | null;
        };
        /** @description What `account/login` takes. */
        Login: {
            /** @description E-mail address of the account, in any case. */
            email?: string | null;
            /** @description Its password, up to 1,024 bytes. */
            password?: string | null;
        };
        /** @description The one error shape (contract 1.3). */
        Message: {
            /** @description What was wrong and, behind a full stop, what is accepted. Never a value that was sent. */
            message: string;
        };
        /** @description What `results/multi` answers. */
        MultiResults: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description Key of the year to distance to rows: every row; `{}` for a year that is not there. */
            results: {
                [key: string]: {
                    [key: string]: components["schemas"]["Result"][];
                };
            };
        };
        /** @description What `r/event` takes. */
        OfAccount: {
            /** @description E-mail address of the account whose events are asked for; empty: the caller's own. Another's only for administrators. */
            account_email?: string | null;
        };
        /** @description What `bibchips` and `bibchips/delete` take. */
        OfBibChips: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
        };
        /** @description What `account/add`, `account/update` and `account/link` answer. */
        OneAccount: {
            /** @description The account as it stands now; of `account/link` the linked one. */
            account: components["schemas"]["AccountOut"];
        };
        /** @description `distances` when one was asked for. */
        OneDistance: {
            distance: components["schemas"]["Distance"] | null;
        };
        /** @description What `event/add` and `event/update` answer. */
        OneEvent: {
            /** @description The event as it stands now. */
            event: components["schemas"]["Event"];
        };
        /** @description What `key/add` and `key/update` answer. */
        OneKey: {
            /** @description The key as it stands now, with its value. */
            key: components["schemas"]["KeyOut"];
        };
        /** @description An OpenAPI document. */
        OpenApiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
        };
        /** @description Somebody who is stored and not in the file. */
        Other: {
            /** @description Bib. */
            bib: string;
            /** @description First name. */
            first: string;
            /** @description Last name. */
            last: string;
            /** @description Distance. */
            distance: string;
            /**
             * Format: int64
             * @description Place until now; −1 = none.
             */
            before: number;
            /**
             * Format: int64
             * @description Place afterwards; the same for somebody whose place stays.
             */
            after: number;
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
        /**
         * @description What becomes of a line.
         * @enum {string}
         */
        Outcome: "new" | "changed" | "same" | "invalid" | "skipped";
        /** @description How many lines have an outcome. */
        OutcomeCounts: {
            /** @description Lines of people of whom nothing is stored. */
            new: number;
            /** @description People of whom something changes. */
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
            /** @description Birth date as it was sent, trimmed; `1901/01/01` means none. */
            birthdate: string;
            /** @description Gender, free text; empty: not told. */
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
            /**
             * Format: int64
             * @description Unix seconds of the last add or update, set by the server.
             */
            updated_at: number;
        };
        /** @description A participant as sent: somebody who is entered, whether or not they have results. `updated_at` is ignored. */
        ParticipantIn: {
            /** @description Opaque id within the year, up to 100 characters, unrelated to a row's `person_id`. When adding, empty, `0` or `-1` asks for a new one. */
            id?: string | null;
            /** @description Bib, up to 100 characters; may be empty. An add with an empty one keeps the bib that is stored. */
            bib?: string | null;
            /** @description First name, up to 100 characters. */
            first?: string | null;
            /** @description Last name, up to 100 characters. */
            last?: string | null;
            /** @description Birth date, a real day that is not in the future, such as `7/21/1990` or `1990-07-21`, kept as sent; `1901/01/01` means none. Needed when adding, unchecked in an update. */
            birthdate?: string | null;
            /** @description Gender, free text of up to 50 characters. */
            gender?: string | null;
            /** @description Age group, free text of up to 200 characters. */
            age_group?: string | null;
            /** @description Name of the distance, up to 200 characters. Needed when adding. */
            distance?: string | null;
            /** @description Whether the name must not leave the server on a public route; hides the results with this bib, too. */
            anonymous?: boolean | null;
            /** @description Whether the person asked for a text at their finish. */
            sms_enabled?: boolean | null;
            /** @description Phone, free text of up to 30 characters; never public. */
            mobile?: string | null;
            /** @description Size of the T-shirt or the like, free text of up to 150 characters. */
            apparel?: string | null;
        };
        /** @description What `participants` answers. */
        Participants: {
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year that the answer is about. */
            year: components["schemas"]["Year"];
            /** @description The participants asked for, by distance, last and first name and id; anonymous people with their names. */
            participants: components["schemas"]["Participant"][];
        };
        /** @description What `r/alerts/pause` takes. */
        PauseAlerts: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description Whether nothing shall be sent for now; false goes on with what is still fresh. */
            paused?: boolean | null;
        };
        /** @description A person of uploaded results, as of the newest row of theirs (contract 2.4). */
        Person: {
            /** @description The timing client's id of the person within the year. */
            id: string;
            /** @description Bib; several people may have the same. */
            bib: string;
            /** @description First name; empty where the person is anonymous. */
            first: string;
            /** @description Last name; empty where the person is anonymous. */
            last: string;
            /**
             * Format: int64
             * @description Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
             */
            age: number;
            /** @description Gender, free text; empty: not told. */
            gender: string;
            /** @description Age group, free text; may be empty. */
            age_group: string;
            /** @description Name of the distance that the person runs; may be empty. */
            distance: string;
            /** @description Whether the name is withheld. */
            anonymous: boolean;
        };
        /** @description What `r/results/plan` takes: a table, and what each of its columns is read as. */
        PlanResults: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /** @description What each column is read as. */
            columns?: (string | null)[] | null;
            /** @description Line of the file, of each line. */
            lines?: (number | null)[] | null;
            /** @description The cells of each line. */
            cells?: ((string | null)[] | null)[] | null;
            reading?: null | components["schemas"]["ReadingIn"];
        };
        /** @description A line of the table, and what becomes of it. */
        PlannedLine: {
            /**
             * Format: int64
             * @description Line of the file.
             */
            line: number;
            /** @description What becomes of it. */
            outcome: components["schemas"]["Outcome"];
            /** @description Bib it has, or gets. */
            bib: string;
            /** @description Why nothing is written. */
            faults: components["schemas"]["SheetProblem"][];
            /** @description What is done all the same. */
            remarks: components["schemas"]["SheetProblem"][];
            /** @description What changes of a person who is stored, field by field; of a new one nothing is listed. */
            changes: components["schemas"]["Change"][];
        };
        /** @description What `r/privacy/requests` and `r/privacy/decide` answer: all requests of the year, and what holds. */
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
            /** @description Key of the year of standings; empty for the series definition. */
            year: string;
            /** @description Name of the distance of standings; empty for the series definition. */
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
        /** @description What `r/series` answers. */
        PublishedFiles: {
            /** @description Slug of the event. */
            slug: string;
            /**
             * Format: int64
             * @description Version of the series definition; 0 = none published.
             */
            version: number;
            /** @description The series definition, its display years in the order sent; `[]` = none published. */
            years: components["schemas"]["DisplayYear"][];
            /** @description Every file of the event that is published on the downloads host. */
            files: components["schemas"]["PublishedFile"][];
        };
        /** @description What `push/key` answers. */
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
        /** @description What `r/alerts` takes. */
        ReadAlerts: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
        };
        /** @description What `results/bib` takes. */
        ReadBib: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Bib whose rows are asked for, exactly as uploaded. */
            bib?: string | null;
        };
        /** @description What `r/checkin` takes. */
        ReadCheckin: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /**
             * Format: int64
             * @description `now` of an earlier answer: asks for what changed since. Missing, or too long ago: for the whole list.
             */
            updated_after?: number | null;
            /** @description `next` of the page before; empty: the first page. */
            after?: string | null;
        };
        /** @description What `distances` takes. */
        ReadDistances: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Name of the one distance that is asked for, also when it is empty; missing or null: all. */
            distance?: string | null;
        };
        /** @description What `r/event/state` takes. */
        ReadEventState: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the one year; empty or missing: all. */
            year?: string | null;
        };
        /** @description What `results/multi` takes. */
        ReadMulti: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Keys of the years, at least one; an unknown one is answered as empty. */
            years?: (string | null)[] | null;
        };
        /** @description What `participants` takes. */
        ReadParticipants: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /**
             * Format: int64
             * @description Rows a page; 0 or less: all in one answer, if it fits.
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description Which page, from 1; 0 or less is 1. Only with a `limit`.
             */
            page?: number | null;
            /**
             * Format: int64
             * @description Unix seconds: only participants changed then or later; missing or below 0: all.
             */
            updated_after?: number | null;
        };
        /** @description What `r/privacy/requests` takes: a year, and one request of it where more is to be told of that. */
        ReadPrivacy: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Year; empty for the latest. */
            year?: string | null;
            /** @description A request whose runner is looked for in the other years of the event; empty for none. */
            id?: string | null;
        };
        /** @description What `results`, `results/all` and `results/finish` take. */
        ReadResults: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Name of the only distance that is asked for; empty or missing: all. */
            distance?: string | null;
            /**
             * Format: int64
             * @description Rows a page; 0 or less: all in one answer, if it fits.
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description Which page, from 1; 0 or less is 1. Only with a `limit`.
             */
            page?: number | null;
            /**
             * Format: int64
             * @description 1 asks for the old form without ids, divisions and local times; any other number for today's.
             */
            version?: number | null;
        };
        /** @description What `sms` takes. */
        ReadSubscriptions: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
        };
        /** @description What `r/results/versions` takes: the year whose versions are listed. */
        ReadVersions: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
        };
        /** @description How a table is read beyond its columns. */
        ReadingIn: {
            /** @description Distance of lines that have none. */
            distance?: string | null;
            /** @description `first-last`, as without it, or `last-first`. */
            names?: string | null;
            /** @description `seconds`, `minutes` or `days`; empty: a number that may be anything is a fault. */
            numbers?: string | null;
            /** @description `left-out` or `dns`; empty: a line without a time is a fault. */
            untimed?: string | null;
            /** @description `ten` or `five` years; empty: only the groups of the table. */
            age_groups?: string | null;
            /** @description `month-first`, as without it, or `day-first`. */
            dates?: string | null;
            /** @description `clock`, as without it, or `chip`. */
            splits?: string | null;
            /** @description `total`, as without it, or `each`. */
            laps?: string | null;
            /** @description `words`, as without it, or `ultrasignup`. */
            status?: string | null;
        };
        /** @description What `account/refresh` takes. */
        Refresh: {
            /** @description The refresh token of the last login or refresh, good for once. */
            refresh_token?: string | null;
        };
        /** @description The columns chosen for tables with the same headings. */
        RememberedColumns: {
            /** @description Stands for the headings. */
            mark: string;
            /** @description The fields that had a column. */
            fields: components["schemas"]["RememberedField"][];
        };
        /** @description Where a field of a table stood, as an answer has it. */
        RememberedField: {
            /** @description Name of the field. */
            field: string;
            /**
             * Format: int32
             * @description Position of its column, from 0.
             */
            column: number;
        };
        /** @description `push/remove`. With a runner, only the subscription about that one, as it was sent to `push/add`. */
        RemoveDevice: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description Where the push service takes messages for this browser, as it was sent to `push/add`. */
            endpoint?: string | null;
            /** @description Bib of the runner, as it was sent to `push/add`; with names missing too: all runners. */
            bib?: string | null;
            /** @description First name of the runner, as it was sent to `push/add`. */
            first?: string | null;
            /** @description Last name of the runner, as it was sent to `push/add`. */
            last?: string | null;
        };
        /** @description What `sms/remove` takes. */
        RemoveSubscriptions: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; empty or missing: the latest year, future ones included. */
            year?: string | null;
            /** @description The phone that gets no more texts of this year, in any usual spelling. */
            phone?: string | null;
        };
        /** @description What `r/results/restore` answers: how far the return is, counted in rows. */
        RestoreStep: {
            /** @description Whether all is written, or looked at; otherwise the same call goes on. */
            done: boolean;
            /** @description Whether it waits for uploads that may still be at work: to be called again in a few seconds. */
            waits: boolean;
            /**
             * Format: int64
             * @description How far it is, in thousandths.
             */
            progress: number;
            /** @description Rows with values of before. */
            changed: number;
            /** @description Rows that are back. */
            restored: number;
            /** @description Rows that came since, and go. */
            removed: number;
            /** @description Rows that stay, because they are newer than what the caller has seen. */
            newer: number;
        };
        /** @description What `r/results/restore` takes: the version to return to, and the one that stands. */
        RestoreVersion: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            /**
             * Format: int64
             * @description The version that shall stand again.
             */
            version?: number | null;
            /**
             * Format: int64
             * @description The version that the caller has seen standing; the same in every repeat.
             */
            expected_version?: number | null;
            /** @description Only say what it would do. */
            dry_run?: boolean | null;
        };
        /** @description A result row as answered: one passage of one person at one place. Times and places are those that the timing client sent; fields in the order of the contract. `person_id` and what follows `anonymous` are left out in version 1. */
        Result: {
            /** @description The timing client's id of the person within the year, opaque, 1 to 100 characters. Unrelated to a participant's id. */
            person_id?: string;
            /** @description Bib, text and not always a number, 1 to 100 characters. Several people may have the same. */
            bib: string;
            /** @description First name; empty where the person is anonymous. */
            first: string;
            /** @description Last name; empty where the person is anonymous. */
            last: string;
            /**
             * Format: int64
             * @description Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
             */
            age: number;
            /** @description Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and others; empty: not told. */
            gender: string;
            /** @description Age group of the person within the distance, free text such as `20-29` or `Under 20`; may be empty. */
            age_group: string;
            /** @description Name of the distance that the person runs; may be empty. */
            distance: string;
            /**
             * Format: int64
             * @description Clock (gun) time of the passage: whole seconds since the race's start, 0 or more. 1000000 for who did not finish (types 3 and 30), whatever was sent.
             */
            seconds: number;
            /**
             * Format: int64
             * @description The part of the clock time below a second, in milliseconds; as sent, not checked.
             */
            milliseconds: number;
            /**
             * Format: int64
             * @description Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard the running time of all loops so far.
             */
            chip_seconds: number;
            /**
             * Format: int64
             * @description The part of the chip time below a second, in milliseconds; as sent, not checked.
             */
            chip_milliseconds: number;
            /** @description Name of the segment that ends here, by which places are made and the course is looked up; may be empty. */
            segment: string;
            /** @description Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to 500 characters. */
            location: string;
            /**
             * Format: int64
             * @description How many times the person has passed there, this one included (spelled so on the wire). 0 or more: 0 is the start, in a backyard loop h starts with 2h and ends with 2h+1.
             */
            occurence: number;
            /**
             * Format: int64
             * @description Place among all of the distance in this segment, from 1, as the timing client counts; -1: not placed.
             */
            ranking: number;
            /**
             * Format: int64
             * @description Place within gender and age group in this segment, from 1, as the timing client counts; -1: not placed.
             */
            age_ranking: number;
            /**
             * Format: int64
             * @description Place within the gender in this segment, from 1, as the timing client counts; -1: not placed.
             */
            gender_ranking: number;
            /** @description Whether the row is of the finish segment; in races by time and in backyards every lap or loop is. */
            finish: boolean;
            /**
             * Format: int64
             * @description Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish, 10 moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other is kept.
             */
            type: number;
            /** @description Whether the name is withheld: the uploaded person asked for it, or a participant with this bib. */
            anonymous: boolean;
            /** @description Date and time of the passage at the race, as the timing client wrote it: opaque, up to 100 characters. */
            local_time?: string;
            /** @description Division of the person, free text of up to 500 characters; may be empty. */
            division?: string;
            /**
             * Format: int64
             * @description Place within the division, from 1, as the timing client counts; -1: not placed.
             */
            division_ranking?: number;
        };
        /** @description A result row as the timing client sends it: one passage of one person at one place. One that is not valid is dropped without a word: ids or location empty, a time or `occurence` below 0. */
        ResultIn: {
            /** @description The timing client's id of the person within the year, opaque, 1 to 100 characters. Unrelated to a participant's id. */
            person_id?: string | null;
            /** @description Bib, text and not always a number, 1 to 100 characters. Several people may have the same. */
            bib?: string | null;
            /** @description First name, up to 100 characters; longer ones are cut. Sent also of anonymous people. */
            first?: string | null;
            /** @description Last name, up to 100 characters; longer ones are cut. Sent also of anonymous people. */
            last?: string | null;
            /**
             * Format: int64
             * @description Age on race day in whole years, as the timing client sent it; -1 and 0 mean unknown.
             */
            age?: number | null;
            /** @description Gender, free text of up to 50 characters: `Man`, `Woman`, `Non-Binary`, `F`, `M` and others; empty: not told. */
            gender?: string | null;
            /** @description Age group of the person within the distance, free text such as `20-29` or `Under 20`; may be empty. */
            age_group?: string | null;
            /** @description Name of the distance that the person runs; may be empty. */
            distance?: string | null;
            /**
             * Format: int64
             * @description Clock (gun) time of the passage: whole seconds since the race's start, 0 or more. 1000000 for who did not finish (types 3 and 30), whatever was sent.
             */
            seconds?: number | null;
            /**
             * Format: int64
             * @description The part of the clock time below a second, in milliseconds; as sent, not checked.
             */
            milliseconds?: number | null;
            /**
             * Format: int64
             * @description Chip (net) time: whole seconds since the person's own start, 0 or more. In a backyard the running time of all loops so far.
             */
            chip_seconds?: number | null;
            /**
             * Format: int64
             * @description The part of the chip time below a second, in milliseconds; as sent, not checked.
             */
            chip_milliseconds?: number | null;
            /** @description Name of the segment that ends here, by which places are made and the course is looked up; may be empty. */
            segment?: string | null;
            /** @description Where the read was taken: `Start`, `Finish`, `Start/Finish` or a point's own name, 1 to 500 characters. */
            location?: string | null;
            /**
             * Format: int64
             * @description How many times the person has passed there, this one included (spelled so on the wire). 0 or more: 0 is the start, in a backyard loop h starts with 2h and ends with 2h+1.
             */
            occurence?: number | null;
            /**
             * Format: int64
             * @description Place among all of the distance in this segment, from 1, as the timing client counts; -1: not placed.
             */
            ranking?: number | null;
            /**
             * Format: int64
             * @description Place within gender and age group in this segment, from 1, as the timing client counts; -1: not placed.
             */
            age_ranking?: number | null;
            /**
             * Format: int64
             * @description Place within the gender in this segment, from 1, as the timing client counts; -1: not placed.
             */
            gender_ranking?: number | null;
            /** @description Whether the row is of the finish segment; in races by time and in backyards every lap or loop is. */
            finish?: boolean | null;
            /**
             * Format: int64
             * @description Result type: 0 normal, 1 or 11 early start, 2 or 12 unofficial, 3 or 30 did not finish, 10 moved to a shorter distance, 13 virtual, 14 late start, 31 did not start. Any other is kept.
             */
            type?: number | null;
            /** @description Whether the person's name must not be shown to anybody but the owner. */
            anonymous?: boolean | null;
            /** @description Date and time of the passage at the race, as the timing client wrote it: opaque, up to 100 characters. */
            local_time?: string | null;
            /** @description Division of the person, free text of up to 500 characters; may be empty. */
            division?: string | null;
            /**
             * Format: int64
             * @description Place within the division, from 1, as the timing client counts; -1: not placed.
             */
            division_ranking?: number | null;
        };
        /** @description What everybody may know of a participant (contract 2.4). */
        ResultParticipant: {
            /** @description Bib; may be empty. */
            bib: string;
            /** @description First name; nobody here is anonymous. */
            first: string;
            /** @description Last name; nobody here is anonymous. */
            last: string;
            /** @description Age group, free text such as `20-29`; may be empty. */
            age_group: string;
            /** @description Gender, free text; empty: not told. */
            gender: string;
            /** @description Name of the distance. */
            distance: string;
        };
        /** @description What `r/results/versions` answers: the version that stands, and those before it. */
        ResultVersions: {
            /**
             * Format: int64
             * @description The version that stands; 0 while nothing is published.
             */
            version: number;
            /**
             * Format: int64
             * @description Which one of the year it is.
             */
            number: number;
            /** @description Those that can be returned to, the latest first. */
            earlier: components["schemas"]["EarlierOut"][];
            unfinished: components["schemas"]["UnfinishedReturn"] | null;
        };
        /** @description What `results`, `results/all` and `results/finish` answer. */
        Results: {
            /** @description Rows in this answer; of a page its own. */
            count: number;
            /** @description The event that the answer is about. */
            event: components["schemas"]["Event"];
            /** @description The year whose rows these are. */
            event_year: components["schemas"]["Year"];
            /** @description All years of the event, oldest first. */
            years: components["schemas"]["Year"][];
            /** @description Distance to rows, distances in the order of their names' bytes; rows by clock time, then bib. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
            /** @description Participants, anonymous people left out; `[]` but for `results`. */
            participants: components["schemas"]["ResultParticipant"][];
            /** @description What is said of the distances beside their results, by name; `[]` but for `results`. */
            distances: components["schemas"]["Distance"][];
        };
        /** @description What `r/results/plan` answers: what the table would do to the year. */
        ResultsPlan: {
            /** @description The life of the year, for `r/results/add`. */
            born: string;
            /** @description How many of each. */
            counts: components["schemas"]["OutcomeCounts"];
            /** @description Lines of which there is something to say; new ones and the same ones without a remark are left out. */
            lines: components["schemas"]["PlannedLine"][];
            /** @description Rows to be written, those of a person together. */
            results: components["schemas"]["Result"][];
            /** @description What stands under the key of each of them; empty = nothing. */
            seen: string[];
            /** @description People of the table's distances who are stored and not in it. */
            missing: components["schemas"]["Other"][];
            /** @description Those of them whose place changes. */
            moved: components["schemas"]["Other"][];
            /** @description People with the same time. */
            ties: components["schemas"]["Tie"][];
        };
        /** @description The three results routes in version 1. */
        ResultsVersion1: {
            /** @description Rows in this answer; of a page its own. */
            count: number;
            /** @description The event that the answer is about. */
            event: components["schemas"]["EventVersion1"];
            /** @description All years of the event, oldest first. */
            years: components["schemas"]["YearVersion1"][];
            /** @description Distance to rows, distances in the order of their names' bytes; rows by clock time, then bib. */
            results: {
                [key: string]: components["schemas"]["Result"][];
            };
        };
        /** @description A request of a runner. */
        RunnerRequest: {
            /** @description What a decision names. */
            id: string;
            /** @description Bib of the runner, as they gave it, without the blanks around it. */
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
             * @description Unix seconds when they asked.
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
             * @description How far its end is from the start along the course, in `distance_unit`.
             */
            distance_value: number;
            /** @description Unit of `distance_value`: `mi`, `yd`, `ft`, `km` or `m`. */
            distance_unit: string;
            /** @description Position of the point, opaque text; may be empty. */
            gps: string;
            /** @description Address of a map of the point; may be empty. */
            map_link: string;
        };
        /** @description A segment as sent: a named stretch of a distance up to a timing point. Rows find it by its name within their distance. */
        SegmentIn: {
            /** @description Name of the point at its end, such as `Finish`; 1 to 100 characters. */
            location?: string | null;
            /** @description Name of the distance that it belongs to, 1 to 100 characters. */
            distance_name?: string | null;
            /** @description Name of the segment, 1 to 100 characters: what rows have in `segment`. */
            name?: string | null;
            /**
             * Format: double
             * @description How far its end is from the start, along the course, in `distance_unit`; not 0.
             */
            distance_value?: number | null;
            /** @description Unit of `distance_value`: `mi`, `yd`, `ft`, `km` or `m`; up to 12 characters. */
            distance_unit?: string | null;
            /** @description Position of the point, free text of up to 500 characters; may be empty. */
            gps?: string | null;
            /** @description Address of a map of the point, up to 500 characters; may be empty. */
            map_link?: string | null;
        };
        /** @description What `segments` and `segments/add` answer. */
        Segments: {
            /** @description Of `segments` all of the year, by distance, then by how far they are; of `segments/add` those that were accepted, in the order sent. */
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
        /** @description What `r/series/update` answers. */
        SeriesSaved: {
            /** @description Slug of the event. */
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
            /** @description What is accepted but may be meant otherwise, such as a race that is not there yet; 50 at most. */
            warnings: string[];
        };
        /** @description A fault or a remark with its place. */
        SheetProblem: {
            /**
             * Format: int64
             * @description Index of the column; −1 = the line as a whole.
             */
            column: number;
            /** @description What it is, one of the words of contract 4.17. */
            what: string;
            /**
             * Format: int64
             * @description The line, the limit or the number it is about; 0 = none.
             */
            number: number;
        };
        /** @description Whom a phone follows (contract 2.9). */
        SmsSubscription: {
            /** @description Bib of the runner as subscribed; empty: known by name. */
            bib: string;
            /** @description First name of the runner as subscribed; empty: known by bib. */
            first: string;
            /** @description Last name of the runner as subscribed; empty: known by bib. */
            last: string;
            /** @description The phone as ten digits, without the country's 1. */
            phone: string;
        };
        /** @description What `r/standings/update` answers. */
        StandingsSaved: {
            /** @description Slug of the event. */
            slug: string;
            /** @description Key of the year. */
            year: string;
            /** @description Name of the distance. */
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
            /** @description How many rows of the file are published, its heading not counted. */
            rows: number;
        };
        /** @description What `sms` answers. */
        Subscriptions: {
            /** @description Who follows whom, by last and first name, bib and phone; `[]` unless the timing client sends the alerts. */
            subscriptions: components["schemas"]["SmsSubscription"][];
        };
        /** @description Alerts that were not sent, by reason. */
        Suppressed: {
            /**
             * Format: int64
             * @description The passage was more than fifteen minutes old.
             */
            too_late: number;
            /**
             * Format: int64
             * @description The phone is on the block list.
             */
            blocked: number;
            /**
             * Format: int64
             * @description The budget of the year, the day or the month was used up.
             */
            capped: number;
            /**
             * Format: int64
             * @description The runner has asked for no name to be shown.
             */
            anonymous: number;
            /**
             * Format: int64
             * @description Who followed has ended it.
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
        /** @description People with the same time at the same point. */
        Tie: {
            /** @description Distance. */
            distance: string;
            /** @description Segment. */
            segment: string;
            /**
             * Format: int64
             * @description Place of the first of them.
             */
            place: number;
            /** @description Their bibs, in the order of their places. */
            bibs: string[];
            /** @description The order is that of the file's places; else of places stored, then of bibs. */
            by_place: boolean;
        };
        /** @description Both tokens of a session; each refresh replaces them. */
        Tokens: {
            /** @description What stands behind `Bearer` in `Authorization`; good for 15 minutes. */
            access_token: string;
            /** @description What `account/refresh` takes, once; good for 7 days. */
            refresh_token: string;
        };
        /** @description A return that has begun and not ended. */
        UnfinishedReturn: {
            /**
             * Format: int64
             * @description The version that shall stand again.
             */
            version: number;
            /**
             * Format: int64
             * @description The version it was begun from.
             */
            expected_version: number;
            /**
             * Format: int64
             * @description How far it is, in thousandths.
             */
            progress: number;
        };
        /** @description What `account/update` takes. */
        UpdateAccount: {
            account?: null | components["schemas"]["AccountIn"];
        };
        /** @description What `key/update` takes. */
        UpdateKey: {
            key?: null | components["schemas"]["KeyIn"];
        };
        /** @description What `r/series/update` takes. */
        UpdateSeries: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description The definition, of any shape: what is wrong in it is told with its path. Empty withdraws the file. */
            years?: (null | components["schemas"]["DisplayYear"])[] | null;
            /**
             * Format: int64
             * @description The version that this one is to replace; 0: there is none. Another one stands: 409. Missing or null: whatever stands.
             */
            version?: number | null;
        };
        /** @description What `r/standings/update` takes. */
        UpdateStandings: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year; must be given. */
            year?: string | null;
            /** @description Name of the distance, exactly as the rows have it; must be given. */
            distance?: string | null;
            /** @description The text of the file. Empty withdraws it. */
            csv?: string | null;
            /**
             * Format: int64
             * @description The version that this one is to replace; 0: there is none. Another one stands: 409. Missing or null: whatever stands.
             */
            version?: number | null;
        };
        /** @description What `event/add` and `event/update` take. */
        WriteEvent: {
            event?: null | components["schemas"]["EventIn"];
        };
        /** @description What `r/participants/add` and `r/participants/update` take. */
        WriteParticipant: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            /** @description Key of the year, such as `2026` or `2026-May`; must be given. */
            year?: string | null;
            participant?: null | components["schemas"]["ParticipantIn"];
            /**
             * Format: int64
             * @description Unix seconds: also asks for the participants changed then or later, 0 for all; missing or below 0: for none.
             */
            updated_after?: number | null;
        };
        /** @description What `event-year/add` and `event-year/update` take. */
        WriteYear: {
            /** @description Slug of the event, its name in addresses. Blanks around it and capitals do not matter. */
            slug?: string | null;
            event_year?: null | components["schemas"]["YearIn"];
        };
        /** @description What `r/participants/add` and `r/participants/update` answer. */
        WrittenParticipant: {
            /** @description The participant as they stand now; one that was added has their id here. */
            participant: components["schemas"]["Participant"];
            /** @description The participants changed since the request's `updated_after`, this one among them; `[]` without one. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description What `r/participants/add-many` and `r/participants/update-many` answer. */
        WrittenParticipants: {
            /** @description Those that are valid as they stand now, in the order sent. */
            participants: components["schemas"]["Participant"][];
            /** @description The participants changed since the request's `updated_after`, those of the request among them; `[]` without one. */
            updated_participants: components["schemas"]["Participant"][];
        };
        /** @description A year of an event (contract 2.2). */
        Year: {
            /** @description Key of the year within the event: text such as `2026` or `2026-May`. */
            year: string;
            /** @description Start of the race, with the offset that was sent. */
            date_time: components["schemas"]["EventTime"];
            /** @description Whether the race is on, as the timer says; the server does nothing about it. */
            live: boolean;
            /**
             * Format: int64
             * @description Whole days after the start in which alerts may be subscribed; 0 or less: never.
             */
            days_allowed: number;
            /** @description Which time the places go by: `gun`, `chip` or `mixed`; a label for the site to begin with. */
            ranking_type: string;
            /** @description Whether the results are official, and since when; left out while its organiser has said nothing. */
            official?: string;
        };
        /** @description A year as sent to be added, or to replace all fields of the one with its key. */
        YearIn: {
            /** @description Key of the year within the event, 1 to 20 letters, digits and hyphens, such as `2026` or `2026-May`; compared exactly, never changed. */
            year?: string | null;
            /** @description Start of the race with its offset, such as `2026-05-02T08:00:00-07:00`; RFC 3339 or one of the other forms of contract 1.6. */
            date_time?: string | null;
            /** @description Whether the race is on. A label: nothing is calculated from it. */
            live?: boolean | null;
            /**
             * Format: int64
             * @description Whole days after `date_time` in which alerts may be subscribed; 0 or less: never.
             */
            days_allowed?: number | null;
            /** @description Which time the places go by, for the site to begin with: `gun`, `chip` or `mixed`. Any text of up to 20 characters is kept. */
            ranking_type?: string | null;
            /** @description Empty, `unofficial`, `now`, or the time since when the results are official; not given: as stored. */
            official?: string | null;
        };
        /** @description What is published of a year (contract 4.14). */
        YearState: {
            /** @description Key of the year within the event. */
            year: string;
            /**
             * Format: int64
             * @description Version of the pointer; 0 = nothing is published.
             */
            version: number;
            /** @description When that version was made, date and time with an offset; empty = nothing is published. */
            updated_at: string;
            /** @description Rows that readers see; 0 = nothing is published. */
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
            /** @description Key of the year within the event. */
            year: string;
            /** @description Start of the race, with the offset that was sent. */
            date_time: components["schemas"]["EventTime"];
        };
        /** @description What `event-year/event` answers. */
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
