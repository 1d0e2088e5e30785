// The wire as types. Made of src/contract/generated/openapi.json by npm run description; a test says when it is not what that makes.
export interface components {
    schemas: {
        /** @description The process responds. */
        readonly AliveAnswer: {
            /** @constant */
            readonly status: "ok";
        };
        /** @description The allow list, and the result of the test. */
        readonly AllowListAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description Whether the list is enforced. An empty list allows every address. */
            readonly enabled: boolean;
            /** @description Addresses and blocks, in the order in which they were added. */
            readonly whitelist: readonly string[];
            readonly count: number;
            /** @description The tested address. */
            readonly ip?: string;
            /** @description Whether it is allowed. */
            readonly allowed?: boolean;
        };
        /** @description Addresses to add or remove, in the query or the body. */
        readonly AllowListChange: {
            /**
             * @description IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`.
             * @default []
             */
            readonly ip?: readonly string[] | string;
            /**
             * @description The same, for several addresses.
             * @default []
             */
            readonly ips?: readonly string[] | string;
        };
        /** @description An API key without its secret. */
        readonly ApiKey: {
            readonly name: string;
            /** @description Its rate limit; without one the general limits apply. */
            readonly rate?: string;
            /** @description When it was made, in epoch milliseconds. Absent for keys of `API_KEYS`. */
            readonly since?: number;
            /**
             * @description Whether it is from `API_KEYS` or was made over the API.
             * @enum {string}
             */
            readonly from: "settings" | "api";
        };
        /** @description A key to make. */
        readonly ApiKeyRequest: {
            /** @description The owner of the key; names are unique. */
            readonly name: string;
            /** @description The rate limit of the key, like `600/min`; without one the general limits apply. */
            readonly rate?: string;
        };
        /** @description All keys without their secrets; after a key was made also its secret. */
        readonly ApiKeysAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description Whether requests need a key: `API_KEYS` has one, or `REQUIRE_KEY` is on. */
            readonly required: boolean;
            readonly keys: readonly components["schemas"]["ApiKey"][];
            readonly total: number;
            /** @description The new key. It cannot be read again. */
            readonly made?: {
                readonly name: string;
                readonly key: string;
            };
        };
        /** @description A ban. Banned links and posts are removed from all answers. */
        readonly Ban: {
            /**
             * @description The kind of ban: a share, a word in titles, a channel, or a host.
             * @enum {string}
             */
            readonly kind: "share" | "word" | "channel" | "host";
            readonly value: string;
            readonly note: string;
            /** @description When it was added, in epoch milliseconds. */
            readonly since: number;
            /**
             * @description Whether it is from the bans file or was added over the API.
             * @enum {string}
             */
            readonly from: "file" | "api";
        };
        /** @description A ban to add. */
        readonly BanEntry: {
            /**
             * @description The kind of ban: a share, a word in titles, a channel, or a host.
             * @enum {string}
             */
            readonly kind: "share" | "word" | "channel" | "host";
            /** @description The banned value. */
            readonly value: string;
            /**
             * @description A note for operators.
             * @default
             */
            readonly note?: string;
        };
        /** @description A ban to lift. */
        readonly BanToLift: {
            /**
             * @description The kind of ban: a share, a word in titles, a channel, or a host.
             * @enum {string}
             */
            readonly kind: "share" | "word" | "channel" | "host";
            /** @description The banned value. */
            readonly value: string;
        };
        /** @description All bans; after a change also those that it added and lifted. */
        readonly BansAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly bans: readonly components["schemas"]["Ban"][];
            readonly total: number;
            readonly added?: readonly components["schemas"]["Ban"][];
            readonly removed?: readonly components["schemas"]["Ban"][];
        };
        /** @description Bans to add and to lift; at least one is required. */
        readonly BansChange: {
            /**
             * @description Bans to add.
             * @default []
             */
            readonly add?: readonly components["schemas"]["BanEntry"][];
            /**
             * @description Bans to lift. Bans in the bans file can only be lifted there.
             * @default []
             */
            readonly remove?: readonly components["schemas"]["BanToLift"][];
        };
        /** @description Lists, in request order. */
        readonly BatchAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly summary: {
                readonly total: number;
                readonly success: number;
                readonly failed: number;
                readonly invalid: number;
            };
            /** @description Requested ids that are not lists. */
            readonly invalidSources: readonly string[];
            readonly results: readonly components["schemas"]["BatchResult"][];
        };
        /** @description A list of a batch. */
        readonly BatchResult: {
            /** @description The id as requested. */
            readonly id: string;
            readonly name: string;
            /** @description Whether there is a list, new or cached. */
            readonly success: boolean;
            readonly data: readonly components["schemas"]["HotItem"][];
            /** @description Number of items returned. */
            readonly count: number;
            /** @description Whether they are from the cache. */
            readonly cached: boolean;
            /** @description Whether they are older than the interval of the list, or the site has failed since. */
            readonly stale: boolean;
            /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
            readonly updatedAt: number | null;
            /** @description Why the site could not be asked. The last good items are returned with it, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description A link to check. */
        readonly CheckItem: {
            /** @description The cloud according to the caller, repeated in the answer. The address decides. */
            readonly disk_type?: string;
            /** @description The address of the share. Only known clouds are ever asked. */
            readonly url: string;
            /** @description The access code, if it is not in the address. */
            readonly password?: string;
        };
        /** @description Links to check. Other fields are ignored. */
        readonly CheckRequest: {
            /** @description The links; results are in the same order. */
            readonly items: readonly components["schemas"]["CheckItem"][];
        };
        /** @description One result per link, in request order. */
        readonly CheckResponse: {
            readonly results: readonly components["schemas"]["CheckResult"][];
        };
        /** @description The result for one link. */
        readonly CheckResult: {
            /** @description The `disk_type` of the request, or else the cloud of the link. */
            readonly disk_type: string;
            /** @description The address as sent. */
            readonly url: string;
            /** @description The canonical address; empty if it is not a share. */
            readonly normalized_url: string;
            /**
             * @description Available (`ok`), gone (`bad`), access code missing or wrong (`locked`), no check for this link (`unsupported`), or undecided (`uncertain`).
             * @enum {string}
             */
            readonly state: "ok" | "bad" | "locked" | "unsupported" | "uncertain";
            /** @description Whether the result was cached. */
            readonly cache_hit: boolean;
            /** @description When the link was checked, in epoch milliseconds. */
            readonly checked_at: number;
            /** @description When the result expires, in epoch milliseconds. */
            readonly expires_at: number;
            /** @description A description for users. */
            readonly summary: string;
        };
        /** @description An item in the shape of DailyHotApi. */
        readonly DailyHotItem: {
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description An image: a cover, or a label.
             */
            readonly cover?: string;
            /** @description A summary. */
            readonly desc?: string;
            /** @description Its popularity, in the unit of the site. */
            readonly hot?: number;
            /** @description When it was published, in epoch milliseconds. */
            readonly timestamp?: number;
            /** Format: uri */
            readonly url: string;
            /**
             * Format: uri
             * @description Its address for phones.
             */
            readonly mobileUrl: string;
        };
        /** @description A list in the shape of DailyHotApi. */
        readonly DailyHotList: {
            /** @constant */
            readonly code: 200;
            /** @description The name as requested. */
            readonly name: string;
            /** @description The name of the site. */
            readonly title: string;
            /** @description Distinguishes it from other lists of the site. */
            readonly type: string;
            /** @description Parameters that select another list under this name, each with its values. */
            readonly params?: {
                readonly [key: string]: {
                    readonly name: string;
                    readonly type: {
                        readonly [key: string]: string;
                    };
                };
            };
            /**
             * Format: uri
             * @description The web page of the list.
             */
            readonly link: string;
            /** @description Number of items returned. */
            readonly total: number;
            /**
             * Format: date-time
             * @description When the site returned the list.
             */
            readonly updateTime: string;
            /** @description Whether it is from the cache. */
            readonly fromCache: boolean;
            /** @description Why the list is stale or incomplete. */
            readonly message?: string;
            readonly data: readonly components["schemas"]["DailyHotItem"][];
        };
        /** @description All lists in the shape of DailyHotApi. */
        readonly DailyHotRoutes: {
            /** @constant */
            readonly code: 200;
            /** @description Number of lists. */
            readonly count: number;
            /** @description Each with its path, or with the reason why it is disabled. */
            readonly routes: readonly ({
                readonly name: string;
                readonly path: string;
            } | {
                readonly name: string;
                readonly message: string;
            })[];
        };
        /** @description An OpenAPI 3.1 document. */
        readonly DescriptionAnswer: {
            readonly openapi: string;
            readonly info: {
                readonly [key: string]: unknown;
            };
            readonly paths: {
                readonly [key: string]: unknown;
            };
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The requested lists. */
        readonly EntireRequest: {
            /** @description Ids of lists or sites, at most 200. Unknown ids are ignored. */
            readonly sources: readonly string[];
        };
        /** @description An error on a hot-list path. */
        readonly ErrorAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The error code and details, for programs. */
            readonly error: {
                /** @enum {string} */
                readonly code: "SOURCE_NOT_FOUND" | "SOURCE_DISABLED" | "SERVICE_BUSY" | "HISTORY_UNAVAILABLE" | "VALIDATION_ERROR" | "UPSTREAM_FAILED" | "TIMEOUT" | "RATE_LIMITED" | "FORBIDDEN" | "UNAUTHORIZED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INTERNAL_ERROR";
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            };
            /** @description The requested list, if it is disabled or failed. */
            readonly source?: components["schemas"]["HotSource"];
            /** @description The status. */
            readonly statusCode: number;
            /** @description The error, and what is allowed. */
            readonly message: string;
        };
        /** @description Failures of sources. */
        readonly ErrorsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly count: number;
            /** @description By source. */
            readonly stats: readonly {
                readonly source: string;
                readonly count: number;
                readonly lastError: {
                    /** @enum {string} */
                    readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
                    readonly message: string;
                    readonly reason?: {
                        /** @enum {string} */
                        readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                        readonly to?: string;
                        readonly status?: number;
                        readonly host?: string;
                        readonly after?: string;
                        readonly proxy?: string;
                        readonly use?: string;
                        readonly from?: string;
                        readonly until?: string;
                        readonly name?: string;
                        readonly answer_at?: number;
                    };
                    readonly at: number;
                };
                readonly errorTypes: {
                    readonly timeout?: number;
                    readonly network?: number;
                    readonly unavailable?: number;
                    readonly blocked?: number;
                    readonly mismatch?: number;
                    readonly open?: number;
                };
            }[];
            /** @description The latest failures, newest first. */
            readonly errors: readonly {
                readonly source: string;
                /** @enum {string} */
                readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
                readonly message: string;
                readonly reason?: {
                    /** @enum {string} */
                    readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                    readonly to?: string;
                    readonly status?: number;
                    readonly host?: string;
                    readonly after?: string;
                    readonly proxy?: string;
                    readonly use?: string;
                    readonly from?: string;
                    readonly until?: string;
                    readonly name?: string;
                    readonly answer_at?: number;
                };
                readonly at: number;
            }[];
        };
        /** @description The matching items. */
        readonly FindAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description Number of items returned. */
            readonly count: number;
            /** @description Number of matching items. */
            readonly total: number;
            /** @description Number of lists searched: those with a cached list. */
            readonly searched: number;
            /** @description Number of enabled lists. */
            readonly lists: number;
            /** @description The ids of the enabled lists that were not searched, because nobody has requested them yet or they have failed so far. */
            readonly missing: readonly string[];
            readonly results: readonly components["schemas"]["FoundItem"][];
        };
        /** @description An item and its list. */
        readonly FoundItem: {
            /** @description The id of the list. */
            readonly id: string;
            readonly name: string;
            readonly title?: string;
            readonly color: string;
            /** @enum {string} */
            readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
            /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
            readonly updatedAt: number;
            /** @description Whether they are older than the interval of the list, or the site has failed since. */
            readonly stale: boolean;
            readonly item: components["schemas"]["HotItem"];
        };
        /** @description The default channels and plugins, and the health of search. */
        readonly HealthResponse: {
            /** @enum {string} */
            readonly status: "ok" | "degraded" | "down";
            /**
             * @description What `status` is derived from: searches of the last ten minutes, else the check of Telegram; `none`: the state is not known yet.
             * @enum {string}
             */
            readonly status_basis: "searches" | "check" | "none";
            /** @description Whether t.me can be reached; `checked_at` is null while that is unknown. */
            readonly telegram: {
                /** @enum {string} */
                readonly state: "unknown" | "reachable" | "unreachable";
                readonly checked_at: string | null;
                readonly failure?: components["schemas"]["SourceFailure"];
            };
            readonly plugins_enabled: boolean;
            readonly plugin_count: number;
            /** @description The enabled plugins. */
            readonly plugins: readonly string[];
            /** @description The channels searched by default. */
            readonly channels: readonly string[];
            readonly channels_count: number;
            /** @description Whether requests need a key or login. */
            readonly auth_enabled: boolean;
            readonly version: string;
        };
        /** @description The history of an item, or the items of a span. First and last time and peak are those within the span. */
        readonly HistoryAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly source: string;
            readonly from: number;
            readonly to: number;
            readonly step?: number;
            readonly item: {
                readonly id: string;
                readonly title: string;
                /** Format: uri */
                readonly url: string;
            };
            readonly points: readonly components["schemas"]["HistoryPoint"][];
            readonly count: number;
            readonly firstSeen: number;
            readonly lastSeen: number;
            readonly peak: {
                readonly rank: number;
                readonly at: number;
                readonly hot: number | null;
            };
        } | {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly source: string;
            readonly from: number;
            readonly to: number;
            readonly items: readonly components["schemas"]["HistoryItem"][];
            readonly count: number;
            readonly total: number;
        };
        /** @description An item with the first and last refresh of the span that had it, and its peak. */
        readonly HistoryItem: {
            readonly id: string;
            readonly title: string;
            /** Format: uri */
            readonly url: string;
            readonly firstSeen: number;
            readonly lastSeen: number;
            readonly peak: {
                readonly rank: number;
                readonly at: number;
                readonly hot: number | null;
            };
        };
        /** @description Where an item stood at a refresh. */
        readonly HistoryPoint: {
            readonly at: number;
            /** @description Null: it had left the list. */
            readonly rank: number | null;
            /** @description Null: the list gave no heat. */
            readonly hot: number | null;
        };
        /** @description Lists by their ids. */
        readonly HotBatchAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The lists, by requested id. */
            readonly data: {
                readonly [key: string]: components["schemas"]["HotResult"];
            };
            readonly meta: {
                readonly total: number;
                readonly success: number;
                readonly failed: number;
                readonly avgResponseTime: number;
            };
        };
        /** @description An item of a list. */
        readonly HotItem: {
            /** @description Identifies the item within its list. */
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description Its address.
             */
            readonly url: string;
            /**
             * Format: uri
             * @description Its address for phones.
             */
            readonly mobileUrl?: string;
            /** @description When it was published, in epoch milliseconds. */
            readonly pubDate?: number;
            /** @description Its rank, from 1. */
            readonly rank: number;
            /** @description Its popularity, in the unit of the site. */
            readonly hot?: number;
            /** @description Fields of some sites, and how it moved: `diff` is the number of ranks gained since the previous list; `movement` is `new`, `back` (it left within a day before), `up` or `down`, absent if it stayed; since `since` (epoch milliseconds) it is on the list without a break. */
            readonly extra?: {
                readonly hover?: string;
                readonly info?: string;
                readonly date?: string;
                /** Format: uri */
                readonly icon?: string;
                readonly diff?: number;
                /** @enum {string} */
                readonly movement?: "new" | "back" | "up" | "down";
                readonly since?: number;
            };
        };
        /** @description The items of a list. */
        readonly HotItems: readonly components["schemas"]["HotItem"][];
        /** @description A list of a batch by ids. */
        readonly HotResult: {
            /** @description The id as requested. */
            readonly id: string;
            /** @description Whether there is a list, new or cached. */
            readonly success: boolean;
            readonly items: readonly components["schemas"]["HotItem"][];
            /** @description Number of items returned. */
            readonly count: number;
            /** @description Duration in milliseconds. */
            readonly responseTime: number;
            /** @description Whether they are from the cache. */
            readonly cached: boolean;
            /** @description Whether they are older than the interval of the list, or the site has failed since. */
            readonly stale: boolean;
            /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
            readonly updatedAt: number | null;
            /** @description Why the site could not be asked. The last good items are returned with it, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description A list. */
        readonly HotSource: {
            readonly id: string;
            /** @description The name of the site. */
            readonly name: string;
            /** @description Distinguishes it from other lists of the site. */
            readonly title?: string;
            /** @description The pinyin of name and title; absent without Chinese characters. */
            readonly pinyin?: string;
            /** @description The site; used as an id it means its first list. */
            readonly family: string;
            /**
             * Format: uri
             * @description The web page of the list.
             */
            readonly home: string;
            /**
             * @description Whether it lists the hottest or the newest items.
             * @enum {string}
             */
            readonly type: "hottest" | "realtime";
            /** @description The minimum time between two requests to the site, in seconds. */
            readonly interval: number;
            /** @description Whether the list is enabled. */
            readonly enabled: boolean;
            /**
             * @description The group of the list on the page.
             * @enum {string}
             */
            readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
            /** @description The colour of the site. */
            readonly color: string;
        };
        /** @description Statistics of a list. */
        readonly HotSourceMetrics: {
            /** @description Requests made; those rejected by the circuit breaker are not counted. */
            readonly totalRequests: number;
            /** @description From 0 to 1. */
            readonly successRate: number;
            /** @description In milliseconds. */
            readonly avgResponseTime: number;
            /** @description In epoch milliseconds. */
            readonly lastSuccess: number | null;
            readonly lastError: {
                /** @enum {string} */
                readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
                readonly message: string;
                readonly reason?: {
                    /** @enum {string} */
                    readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                    readonly to?: string;
                    readonly status?: number;
                    readonly host?: string;
                    readonly after?: string;
                    readonly proxy?: string;
                    readonly use?: string;
                    readonly from?: string;
                    readonly until?: string;
                    readonly name?: string;
                    readonly answer_at?: number;
                };
                readonly at: number;
            } | null;
        };
        /** @description The endpoints of the service. */
        readonly IndexAnswer: {
            /** @constant */
            readonly name: "trawl";
            readonly version: string;
            /** @description Description and parameters of each. */
            readonly endpoints: {
                readonly [key: string]: string;
            };
        };
        /** @description New values of links that were sent; fields that have not changed are absent. */
        readonly LinkChange: {
            /** @description The `id` of each of the links. */
            readonly ids: readonly number[];
            /** @description Sources that have the links too, besides those sent earlier. */
            readonly sources?: readonly string[];
            /** @description The source of the oldest post with it: `tg:` and a channel, or `plugin:` and a plugin. */
            readonly source?: string;
            /** @description Its title. */
            readonly note?: string;
            /** @description When it was posted; `0001-01-01T00:00:00Z` if unknown. */
            readonly datetime?: string;
            /**
             * @description Where the keyword was found: in the title, or only in the surrounding text.
             * @enum {string}
             */
            readonly relevance?: "title" | "text";
            /** @description Image addresses, in place of earlier ones. */
            readonly images?: readonly string[];
            /** @description The key of its work. */
            readonly work?: string;
            /** @description What its title says about the file. */
            readonly attributes?: components["schemas"]["WorkAttributes"];
            /**
             * @description Set when a source has returned links that were sent from the archive.
             * @constant
             */
            readonly archive?: false;
        };
        /** @description The result of a link check. */
        readonly LinkHealth: {
            /**
             * @description Available (`ok`), gone (`bad`), or available with a missing or wrong access code (`locked`).
             * @enum {string}
             */
            readonly state: "ok" | "bad" | "locked";
            /** @description When it was checked, in epoch milliseconds. */
            readonly checkedAt: number;
            /** @description When the result expires, in epoch milliseconds. */
            readonly expiresAt: number;
        };
        /** @description A share. Links to the same share from several sources are merged. */
        readonly LinkItem: {
            /** @description Its address, including the access code if the cloud supports that. */
            readonly url: string;
            /** @description The access code; empty if there is none. */
            readonly password: string;
            /** @description Its title. */
            readonly note: string;
            /** @description When it was posted; `0001-01-01T00:00:00Z` if unknown. */
            readonly datetime: string;
            /** @description The source of the oldest post with it: `tg:` and a channel, or `plugin:` and a plugin. */
            readonly source: string;
            /** @description Image addresses. With `ext.details`, a stream sends them in `changed`. */
            readonly images: readonly string[];
            /** @description Identifies the share, whatever the spelling of its address. */
            readonly key?: string;
            /** @description All sources that have it: `source`, then the others by name. */
            readonly sources?: readonly string[];
            /**
             * @description Where the keyword was found: in the title, or only in the surrounding text.
             * @enum {string}
             */
            readonly relevance?: "title" | "text";
            /** @description The result of its last check; absent if it was never checked. */
            readonly health?: components["schemas"]["LinkHealth"];
            /** @description The key of its work. */
            readonly work?: string;
            /** @description What its title says about the file. */
            readonly attributes?: components["schemas"]["WorkAttributes"];
            /** @description With `ext.details`, in a stream only: its number, by which `changed` names it. */
            readonly id?: number;
        };
        /** @description Links by cloud type. Types without links are omitted. */
        readonly LinksByType: {
            readonly 115?: readonly components["schemas"]["LinkItem"][];
            readonly 123?: readonly components["schemas"]["LinkItem"][];
            readonly baidu?: readonly components["schemas"]["LinkItem"][];
            readonly aliyun?: readonly components["schemas"]["LinkItem"][];
            readonly quark?: readonly components["schemas"]["LinkItem"][];
            readonly guangya?: readonly components["schemas"]["LinkItem"][];
            readonly tianyi?: readonly components["schemas"]["LinkItem"][];
            readonly uc?: readonly components["schemas"]["LinkItem"][];
            readonly mobile?: readonly components["schemas"]["LinkItem"][];
            readonly pikpak?: readonly components["schemas"]["LinkItem"][];
            readonly xunlei?: readonly components["schemas"]["LinkItem"][];
            readonly magnet?: readonly components["schemas"]["LinkItem"][];
            readonly ed2k?: readonly components["schemas"]["LinkItem"][];
            readonly others?: readonly components["schemas"]["LinkItem"][];
        };
        /** @description A list as it stood. */
        readonly ListAtAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly source: string;
            /** @description When the site gave it. */
            readonly updatedAt: number;
            readonly data: readonly components["schemas"]["HotItem"][];
            readonly count: number;
        };
        /** @description What changed in a list. */
        readonly ListChangesAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly source: string;
            /** @description The refresh that is compared: the last one at that time, or the first one recorded. */
            readonly since: number;
            /** @description The last refresh. */
            readonly updatedAt: number;
            readonly appeared: readonly components["schemas"]["HotItem"][];
            /** @description Items no longer on the list, with the rank and heat of then. */
            readonly left: readonly components["schemas"]["HotItem"][];
            /** @description Items with another rank. */
            readonly moved: readonly components["schemas"]["MovedItem"][];
        };
        /** @description The failure of a list. */
        readonly ListFailure: {
            /** @enum {string} */
            readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "disabled" | "unknown" | "internal";
            /** @description A description for users. */
            readonly message: string;
            readonly reason?: {
                /** @enum {string} */
                readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                readonly to?: string;
                readonly status?: number;
                readonly host?: string;
                readonly after?: string;
                readonly proxy?: string;
                readonly use?: string;
                readonly from?: string;
                readonly until?: string;
                readonly name?: string;
                readonly answer_at?: number;
            };
            /** @description The time of the next attempt, in epoch milliseconds; absent if there will be none. */
            readonly retryAt?: number;
        };
        /** @description A log line. */
        readonly LogEntry: {
            readonly time: number;
            /** @enum {string} */
            readonly level: "debug" | "info" | "warn" | "error" | "fatal";
            readonly message: string;
            readonly source?: string;
            readonly requestId?: string;
            readonly method?: string;
            readonly path?: string;
            readonly route?: string;
            readonly status?: number;
            /** @description The kind of a source failure. */
            readonly kind?: string;
            /** @description Its description. */
            readonly detail?: string;
            /** @description Duration in milliseconds. */
            readonly ms?: number;
            readonly bytes?: number;
            /**
             * @description Whether the client disconnected before the response.
             * @constant
             */
            readonly left?: true;
            /** @description The network of the client (/24, /48), for administrators only. */
            readonly ip?: string;
            readonly err?: {
                readonly message: string;
                readonly stack?: string;
            };
            /**
             * @description Whether the line was truncated.
             * @constant
             */
            readonly cut?: true;
        };
        /** @description The number of buffered lines. */
        readonly LogStats: {
            readonly total: number;
            readonly byLevel: {
                readonly debug: number;
                readonly info: number;
                readonly warn: number;
                readonly error: number;
                readonly fatal: number;
            };
        };
        /** @description An error on a login path. */
        readonly LoginError: {
            /** @description The status. */
            readonly code: number;
            /** @description The error, and what is allowed. */
            readonly message: string;
            /** @description The same as `message`. */
            readonly error: string;
        };
        /** @description User name and password. */
        readonly LoginRequest: {
            /** @description A user name from `AUTH_USERS`. */
            readonly username: string;
            /** @description The password; it is not trimmed. */
            readonly password: string;
        };
        /** @description The token of the session. */
        readonly LoginResponse: {
            /** @description Send it as `Authorization: Bearer`. */
            readonly token: string;
            /** @description Until when it counts, in seconds since 1970. */
            readonly expires_at: number;
            readonly username: string;
        };
        /** @description The token is revoked. */
        readonly LogoutResponse: {
            readonly message: string;
        };
        /** @description Log lines, newest first. */
        readonly LogsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly count: number;
            readonly logs: readonly components["schemas"]["LogEntry"][];
            readonly stats?: components["schemas"]["LogStats"];
        };
        /** @description A response, or a progress notification. */
        readonly McpAnswer: {
            /** @constant */
            readonly jsonrpc: "2.0";
            /** @description The id of the request. */
            readonly id?: (string | number) | null;
            readonly method?: string;
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @description For a tool call: `content` for models, `structuredContent` for programs, `isError` if it failed. */
            readonly result?: {
                readonly [key: string]: unknown;
            };
            /** @description Why the message was rejected. */
            readonly error?: {
                readonly code: number;
                readonly message: string;
                readonly data?: unknown;
            };
        };
        /** @description A transport error. */
        readonly McpError: {
            /** @constant */
            readonly jsonrpc: "2.0";
            /** @description Null: the request was not parsed. */
            readonly id: (string | number) | null;
            /** @description The error, with the HTTP status in `data`. */
            readonly error: {
                readonly code: number;
                readonly message: string;
                readonly data?: unknown;
            };
        };
        /** @description The same as a server-sent event. */
        readonly McpEvent: {
            /** @constant */
            readonly event: "message";
            readonly data: components["schemas"]["McpAnswer"];
        };
        /** @description A JSON-RPC 2.0 message. */
        readonly McpRequest: {
            /**
             * @description Always 2.0.
             * @constant
             */
            readonly jsonrpc: "2.0";
            /** @description The request id, repeated in the answer; a message without it is answered with 202. */
            readonly id?: string | number;
            /** @description `initialize`, `tools/list`, `tools/call` … */
            readonly method: string;
            /** @description For a tool call: `name` and `arguments`; `_meta.progressToken` requests progress notifications. */
            readonly params?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Metrics since the start. */
        readonly MetricsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description All requests. `totalErrors` counts 5xx, `clientErrors` 4xx. Times are in milliseconds, `uptime` in seconds, rates from 0 to 1. */
            readonly summary: {
                readonly totalRequests: number;
                readonly totalErrors: number;
                readonly errorRate: number;
                readonly clientErrors: number;
                readonly avgResponseTime: number;
                readonly p95: number;
                readonly p99: number;
                readonly uptime: number;
                readonly cacheHitRate: number;
            };
            /** @description By route, busiest first. */
            readonly routes?: readonly components["schemas"]["RouteFigures"][];
            /** @description By source, busiest first. */
            readonly sources: readonly components["schemas"]["SourceFigures"][];
        };
        /** @description An item whose rank changed. */
        readonly MovedItem: {
            /** @description Identifies the item within its list. */
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description Its address.
             */
            readonly url: string;
            /**
             * Format: uri
             * @description Its address for phones.
             */
            readonly mobileUrl?: string;
            /** @description When it was published, in epoch milliseconds. */
            readonly pubDate?: number;
            /** @description Its rank, from 1. */
            readonly rank: number;
            /** @description Its popularity, in the unit of the site. */
            readonly hot?: number;
            /** @description Fields of some sites, and how it moved: `diff` is the number of ranks gained since the previous list; `movement` is `new`, `back` (it left within a day before), `up` or `down`, absent if it stayed; since `since` (epoch milliseconds) it is on the list without a break. */
            readonly extra?: {
                readonly hover?: string;
                readonly info?: string;
                readonly date?: string;
                /** Format: uri */
                readonly icon?: string;
                readonly diff?: number;
                /** @enum {string} */
                readonly movement?: "new" | "back" | "up" | "down";
                readonly since?: number;
            };
            /** @description Its rank before. */
            readonly before: number;
        };
        /** @description An error on a NewsNow-compatible path. */
        readonly NewsNowError: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The error code and details, for programs. */
            readonly error: {
                /** @enum {string} */
                readonly code: "SOURCE_NOT_FOUND" | "SOURCE_DISABLED" | "SERVICE_BUSY" | "HISTORY_UNAVAILABLE" | "VALIDATION_ERROR" | "UPSTREAM_FAILED" | "TIMEOUT" | "RATE_LIMITED" | "FORBIDDEN" | "UNAUTHORIZED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INTERNAL_ERROR";
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            };
            /** @description The requested list, if it is disabled or failed. */
            readonly source?: components["schemas"]["HotSource"];
            /** @description The status. */
            readonly statusCode: number;
            /** @description The error, and what is allowed. */
            readonly message: string;
            /** @description The HTTP status text. */
            readonly statusMessage: string;
        };
        /** @description An item in the shape of NewsNow. */
        readonly NewsNowItem: {
            /** @description Identifies the item within its list. */
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description Its address.
             */
            readonly url: string;
            /**
             * Format: uri
             * @description Its address for phones.
             */
            readonly mobileUrl?: string;
            /** @description When it was published, in epoch milliseconds. */
            readonly pubDate?: number;
            /** @description Fields of some sites, and how it moved: `diff` is the number of ranks gained since the previous list; `movement` is `new`, `back` (it left within a day before), `up` or `down`, absent if it stayed; since `since` (epoch milliseconds) it is on the list without a break. */
            readonly extra?: {
                readonly hover?: string;
                readonly info?: string;
                readonly date?: string;
                /** Format: uri */
                readonly icon?: string;
                readonly diff?: number;
                /** @enum {string} */
                readonly movement?: "new" | "back" | "up" | "down";
                readonly since?: number;
            };
        };
        /** @description A list in the shape of NewsNow. */
        readonly NewsNowList: {
            /**
             * @description `success`: no older than its interval. `cache`: older, or the last good one of a site that fails.
             * @enum {string}
             */
            readonly status: "success" | "cache";
            /** @description The id as requested. */
            readonly id: string;
            /** @description When the site returned the list, in epoch milliseconds. */
            readonly updatedTime: number;
            /** @description The first 30 items. */
            readonly items: readonly components["schemas"]["NewsNowItem"][];
        };
        /** @description The cached lists, in request order. */
        readonly NewsNowLists: readonly components["schemas"]["NewsNowList"][];
        /** @description Whether login in the way of NewsNow is enabled: never. */
        readonly NewsNowLogin: {
            /** @constant */
            readonly enable: false;
        };
        /** @description An object whose contents are ignored. */
        readonly Nothing: Record<string, never>;
        /** @description Lists, in request order. */
        readonly OptimizedAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The priority, concurrency and timeout applied. */
            readonly optimization: {
                /** @enum {string} */
                readonly priority: "high" | "medium" | "low";
                readonly concurrency: number;
                readonly timeout: number;
                /** @constant */
                readonly strategy: "priority-queue";
            };
            readonly summary: {
                readonly total: number;
                readonly success: number;
                readonly failed: number;
                readonly invalid: number;
                readonly avgResponseTime: number;
            };
            /** @description Requested ids that are not lists. */
            readonly invalidSources: readonly string[];
            readonly results: readonly {
                /** @description The id as requested. */
                readonly id: string;
                readonly name: string;
                /** @description Whether there is a list, new or cached. */
                readonly success: boolean;
                readonly data: readonly components["schemas"]["HotItem"][];
                /** @description Number of items returned. */
                readonly count: number;
                /** @description Whether they are from the cache. */
                readonly cached: boolean;
                /** @description Whether they are older than the interval of the list, or the site has failed since. */
                readonly stale: boolean;
                /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
                readonly updatedAt: number | null;
                /** @description Why the site could not be asked. The last good items are returned with it, if there are any. */
                readonly error?: components["schemas"]["ListFailure"];
                readonly responseTime: number;
            }[];
        };
        /** @description An error. */
        readonly PlainError: {
            /** @description The status. */
            readonly code: number;
            /** @description The error, and what is allowed. */
            readonly message: string;
        };
        /** @description The service accepts requests, perhaps with problems. */
        readonly ReadyAnswer: {
            /** @enum {string} */
            readonly status: "ok" | "degraded";
            /** @description Current problems. */
            readonly troubles?: readonly string[];
            /** @description Past problems. */
            readonly notices?: readonly string[];
        };
        /** @description A post with links. */
        readonly ResultItem: {
            /** @description The id of the post at its source; may be empty. */
            readonly message_id: string;
            /** @description Identifies the post; the same in every search. */
            readonly unique_id: string;
            /** @description The channel; empty for posts of plugins. */
            readonly channel: string;
            /** @description When it was posted; `0001-01-01T00:00:00Z` if unknown. */
            readonly datetime: string;
            readonly title: string;
            /** @description Its text. */
            readonly content: string;
            readonly links: readonly components["schemas"]["ResultLink"][];
            /** @description Hashtags and categories of the post. */
            readonly tags: readonly string[];
            /** @description Image addresses. */
            readonly images: readonly string[];
            /** @description Its source: `tg:` and a channel, or `plugin:` and a plugin. */
            readonly source: string;
        };
        /** @description A link of a post. */
        readonly ResultLink: {
            /**
             * @description The cloud type.
             * @enum {string}
             */
            readonly type: "115" | "123" | "baidu" | "aliyun" | "quark" | "guangya" | "tianyi" | "uc" | "mobile" | "pikpak" | "xunlei" | "magnet" | "ed2k" | "others";
            readonly url: string;
            /** @description The access code; empty if there is none. */
            readonly password: string;
            /** @description The title of this link, if the post lists several works. */
            readonly work_title?: string;
            /** @description When this link was posted, if different from the post. */
            readonly datetime?: string;
        };
        /** @description An item that gained ranks, and its list. */
        readonly Riser: {
            /** @description The id of the list. */
            readonly id: string;
            readonly name: string;
            readonly title?: string;
            readonly color: string;
            /** @enum {string} */
            readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
            /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
            readonly updatedAt: number;
            /** @description Whether they are older than the interval of the list, or the site has failed since. */
            readonly stale: boolean;
            readonly item: components["schemas"]["HotItem"];
            /** @description The refresh that is compared: the last one before the window, or the first one recorded. */
            readonly since: number;
            /** @description Its rank then; null if it was not on the list, which counts as below the last one. */
            readonly before: number | null;
            /** @description Ranks gained since then. */
            readonly gained: number;
        };
        /** @description The items that gained most ranks, of all enabled lists of type `hottest` refreshed in the window. */
        readonly RisersAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description In seconds. */
            readonly window: number;
            readonly risers: readonly components["schemas"]["Riser"][];
            readonly count: number;
            /** @description Number of items that gained ranks. */
            readonly total: number;
        };
        /** @description Statistics of a route. */
        readonly RouteFigures: {
            /** @description Its pattern; `unrouted` for requests without a route. */
            readonly route: string;
            readonly method: string;
            readonly requests: number;
            /** @description Number of 5xx responses. */
            readonly errors: number;
            /** @description Number of 4xx responses. */
            readonly clientErrors: number;
            /** @description In milliseconds. */
            readonly avgResponseTime: number;
            /** @description Of the latest requests, in milliseconds. */
            readonly p50: number;
            /** @description Of the latest requests, in milliseconds. */
            readonly p95: number;
            /** @description Of the latest requests, in milliseconds. */
            readonly p99: number;
            /** @description Number of responses by status. */
            readonly byStatus: {
                readonly [key: string]: number;
            };
        };
        /** @description The last event. */
        readonly SearchEnd: {
            /** @description Whether every source has answered or failed. If not, repeating the search later returns more. */
            readonly complete: boolean;
            readonly sources: components["schemas"]["SearchSources"];
            /** @description Number of links that only the archive has. Absent without an archive. */
            readonly archive?: {
                readonly links: number;
            };
            /** @description Number of links known to be dead; they are last or hidden. Absent if there are none. */
            readonly dead?: number;
            /** @description Duration in milliseconds. */
            readonly took_ms: number;
            readonly warnings?: readonly components["schemas"]["SearchWarning"][];
        };
        /** @description An event of a search: its name, and its data as JSON. */
        readonly SearchEvent: {
            /** @constant */
            readonly event: "start";
            readonly data: components["schemas"]["SearchStart"];
        } | {
            /** @constant */
            readonly event: "source";
            readonly data: components["schemas"]["SearchSource"];
        } | {
            /** @constant */
            readonly event: "links";
            readonly data: components["schemas"]["SearchLinks"];
        } | {
            /** @constant */
            readonly event: "works";
            readonly data: components["schemas"]["SearchWorks"];
        } | {
            /** @constant */
            readonly event: "results";
            readonly data: components["schemas"]["SearchResults"];
        } | {
            /** @constant */
            readonly event: "end";
            readonly data: components["schemas"]["SearchEnd"];
        } | {
            /** @constant */
            readonly event: "error";
            readonly data: {
                /** @constant */
                readonly code: 500;
                readonly message: string;
            };
        };
        /** @description Advanced search options. */
        readonly SearchExt: {
            /** @description The English title; plugins with an English index search for it instead of `kw`. */
            readonly title_en?: string;
            /** @description Deadline in milliseconds; the answer contains the results received by then. */
            readonly deadline_ms?: number;
            /**
             * @description Links known to be dead: sort last (`sink`, the default), hide, or ignore health.
             * @enum {string}
             */
            readonly health?: "sink" | "hide" | "ignore";
            /** @description Add `key`, `sources`, `relevance` and `health` to each link. */
            readonly details?: boolean;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Words that must or must not occur in titles of links. */
        readonly SearchFilter: {
            /**
             * @description The title must contain at least one of these.
             * @default []
             */
            readonly include?: readonly string[] | string;
            /**
             * @description The title must contain none of these; takes precedence.
             * @default []
             */
            readonly exclude?: readonly string[] | string;
        };
        /** @description New or changed links. */
        readonly SearchLinks: {
            readonly merged_by_type: components["schemas"]["LinksByType"];
            /** @description Addresses sent earlier that these links replace. */
            readonly replaced?: readonly string[];
            /** @description With `ext.details`: changes of links sent earlier, and the images of these links. */
            readonly changed?: readonly components["schemas"]["LinkChange"][];
            /**
             * @description Set for links from the archive that no source has returned in this search so far.
             * @constant
             */
            readonly archive?: true;
        };
        /** @description The completeness of an answer. */
        readonly SearchMeta: {
            /** @description Whether every source has answered or failed. If not, repeating the search later returns more. */
            readonly complete: boolean;
            readonly sources: components["schemas"]["SearchSources"];
            /** @description Number of links that only the archive has. Absent without an archive. */
            readonly archive?: {
                readonly links: number;
            };
            /** @description Number of links known to be dead; they are last or hidden. Absent if there are none. */
            readonly dead?: number;
        };
        /** @description A search request. */
        readonly SearchRequest: {
            /** @description The keyword. Several words must all occur, in any order. */
            readonly kw: string;
            /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Unlisted channels are allowed. Default: all listed channels. */
            readonly channels?: readonly string[] | string;
            /** @description Plugins to use. Default: all enabled plugins. Unknown names are ignored with a warning. */
            readonly plugins?: readonly string[] | string;
            /** @description Return only links to these clouds. Default: all. Unknown names are ignored with a warning. */
            readonly cloud_types?: readonly string[] | string;
            /**
             * @description Maximum concurrent requests to sources for this search. 0 means the default, which the operator may change.
             * @default 10
             */
            readonly conc?: number;
            /**
             * @description Ignore cached results and ask all sources again.
             * @default false
             */
            readonly refresh?: boolean;
            /**
             * @description The shape of `data`: links by cloud, posts, both, or links by work. `merge` is an alias of `merged_by_type`.
             * @default merged_by_type
             * @enum {string}
             */
            readonly res?: "merged_by_type" | "results" | "all" | "works" | "merge";
            /**
             * @description What to search: channels (`tg`), plugins, or both. The parameter of the other one is ignored.
             * @default all
             * @enum {string}
             */
            readonly src?: "all" | "tg" | "plugin";
            /**
             * @description Advanced options. Unknown fields are passed to the plugins.
             * @default {}
             */
            readonly ext?: components["schemas"]["SearchExt"];
            /** @description Words that must or must not occur in titles of links. */
            readonly filter?: components["schemas"]["SearchFilter"];
        };
        /** @description Search results. */
        readonly SearchResponse: {
            /**
             * @description Always 0: errors have an HTTP status.
             * @constant
             */
            readonly code: 0;
            /** @constant */
            readonly message: "success";
            /** @description The results in the shape selected by `res`. `total` is the number of links, or of posts with `res=results`. */
            readonly data: {
                readonly total: number;
                readonly merged_by_type: components["schemas"]["LinksByType"];
            } | {
                readonly total: number;
                readonly results: readonly components["schemas"]["ResultItem"][];
            } | {
                readonly total: number;
                readonly results: readonly components["schemas"]["ResultItem"][];
                readonly merged_by_type: components["schemas"]["LinksByType"];
            } | {
                readonly total: number;
                readonly works: readonly components["schemas"]["Work"][];
            };
            /** @description Warnings about the answer; absent if there are none. */
            readonly warnings?: readonly components["schemas"]["SearchWarning"][];
            readonly meta: components["schemas"]["SearchMeta"];
        };
        /** @description New posts. */
        readonly SearchResults: {
            readonly results: readonly components["schemas"]["ResultItem"][];
        };
        /** @description A source has answered, failed, or is pending at the deadline. */
        readonly SearchSource: {
            /** @description Its id. */
            readonly source: string;
            /** @enum {string} */
            readonly state: "fresh" | "cached" | "stale" | "failed" | "pending";
            /** @description Duration in milliseconds. */
            readonly took_ms: number;
            /** @description Number of links found. */
            readonly count: number;
            readonly failure?: components["schemas"]["SourceFailure"];
        };
        /** @description Number of sources by outcome. */
        readonly SearchSources: {
            readonly asked: number;
            readonly answered: number;
            readonly failed: number;
            readonly pending: number;
        };
        /** @description The search has started. */
        readonly SearchStart: {
            /** @description The ids of all sources that are asked. */
            readonly sources: readonly string[];
            readonly warnings?: readonly components["schemas"]["SearchWarning"][];
        };
        /** @description A warning about an answer. */
        readonly SearchWarning: {
            /** @enum {string} */
            readonly kind: "unknown_plugin" | "unknown_cloud_type" | "blocked_channel" | "source_off" | "source_failed" | "source_partial" | "archive_failed" | "deadline_reached" | "kept_answers" | "answer_too_large" | "no_sources";
            /** @description The source that the warning is about. */
            readonly source?: string;
            /** @description A description for users. */
            readonly detail: string;
            readonly reason?: {
                /** @enum {string} */
                readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                readonly to?: string;
                readonly status?: number;
                readonly host?: string;
                readonly after?: string;
                readonly proxy?: string;
                readonly use?: string;
                readonly from?: string;
                readonly until?: string;
                readonly name?: string;
                readonly answer_at?: number;
            };
        };
        /** @description With `res=works`: works that are new or have changed. */
        readonly SearchWorks: {
            /** @description New works, and changes of works by `key`. */
            readonly works: readonly components["schemas"]["WorkChange"][];
            /** @description Changes of links sent earlier; in the last event of this name the images of all links. */
            readonly changed?: readonly components["schemas"]["LinkChange"][];
            /** @description Works that have ended: the key of the work that has their links now, or null. */
            readonly moved?: {
                readonly [key: string]: string | null;
            };
            /** @description The keys of all works, best first. In the last event of this name. */
            readonly order?: readonly string[];
            /**
             * @description Set for links from the archive that no source has returned in this search so far.
             * @constant
             */
            readonly archive?: true;
        };
        /** @description A list. */
        readonly SourceAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly source: components["schemas"]["HotSource"];
            /** @description Number of items of the list. */
            readonly total: number;
            readonly data: readonly components["schemas"]["HotItem"][];
            /** @description Number of items returned. */
            readonly count: number;
            /** @description Whether they are from the cache. */
            readonly cached: boolean;
            /** @description Whether they are older than the interval of the list, or the site has failed since. */
            readonly stale: boolean;
            /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
            readonly updatedAt: number | null;
            /** @description Why the site could not be asked. The last good items are returned with it, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description The failure of a source. */
        readonly SourceFailure: {
            /** @enum {string} */
            readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
            /** @description A description for users. */
            readonly detail: string;
            readonly reason?: {
                /** @enum {string} */
                readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                readonly to?: string;
                readonly status?: number;
                readonly host?: string;
                readonly after?: string;
                readonly proxy?: string;
                readonly use?: string;
                readonly from?: string;
                readonly until?: string;
                readonly name?: string;
                readonly answer_at?: number;
            };
        };
        /** @description Statistics of a source. */
        readonly SourceFigures: {
            readonly source: string;
            /** @description Number of requests. */
            readonly requests: number;
            /** @description Number of requests not made because of an open circuit breaker. */
            readonly refused: number;
            /** @description Fraction of successful requests, from 0 to 1. */
            readonly successRate: number;
            /** @description In milliseconds. */
            readonly avgResponseTime: number;
            /** @enum {string} */
            readonly health: "healthy" | "degraded" | "unhealthy" | "unknown";
        };
        /** @description Sources to switch on and off; at least one is required. */
        readonly SourceSwitchChange: {
            /**
             * @description Ids of sources to switch on.
             * @default []
             */
            readonly on?: readonly string[];
            /**
             * @description Ids of sources to switch off.
             * @default []
             */
            readonly off?: readonly string[];
        };
        /** @description The sources that differ from the settings until the next start. */
        readonly SourceSwitchesAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description Ids of sources that are on and off by the settings. */
            readonly switchedOn: readonly string[];
            /** @description Ids of sources that are off and on by the settings. */
            readonly switchedOff: readonly string[];
        };
        /** @description The lists. */
        readonly SourcesAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly count: number;
            readonly sources: readonly {
                readonly id: string;
                /** @description The name of the site. */
                readonly name: string;
                /** @description Distinguishes it from other lists of the site. */
                readonly title?: string;
                /** @description The pinyin of name and title; absent without Chinese characters. */
                readonly pinyin?: string;
                /** @description The site; used as an id it means its first list. */
                readonly family: string;
                /**
                 * Format: uri
                 * @description The web page of the list.
                 */
                readonly home: string;
                /**
                 * @description Whether it lists the hottest or the newest items.
                 * @enum {string}
                 */
                readonly type: "hottest" | "realtime";
                /** @description The minimum time between two requests to the site, in seconds. */
                readonly interval: number;
                /** @description Whether the list is enabled. */
                readonly enabled: boolean;
                /**
                 * @description The group of the list on the page.
                 * @enum {string}
                 */
                readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
                /** @description The colour of the site. */
                readonly color: string;
                readonly metrics?: components["schemas"]["HotSourceMetrics"];
                /** @enum {string} */
                readonly health?: "healthy" | "degraded" | "unhealthy" | "unknown";
            }[];
        };
        /** @description The health of the service and its sources. */
        readonly StatusAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /**
             * @description `unhealthy`: the service cannot work, or more than half of the sources of search or hot lists asked in the last ten minutes are unhealthy. `degraded`: more than a tenth are, or storage has problems.
             * @enum {string}
             */
            readonly status: "healthy" | "degraded" | "unhealthy";
            /** @description Why it is not healthy, and other notices. */
            readonly reasons: readonly string[];
            /** @description The health of search and of hot lists, each from its own sources. */
            readonly services: {
                /** @enum {string} */
                readonly search: "healthy" | "degraded" | "unhealthy";
                /** @enum {string} */
                readonly hotlist: "healthy" | "degraded" | "unhealthy";
            };
            readonly system: components["schemas"]["SystemAnswer"];
            /** @description The number of hot lists by health. */
            readonly sources: {
                readonly total: number;
                readonly enabled: number;
                readonly health: {
                    readonly healthy: number;
                    readonly degraded: number;
                    readonly unhealthy: number;
                    readonly unknown: number;
                };
            };
            /** @description The health of channels and plugins. */
            readonly search: {
                readonly total: number;
                readonly health: {
                    readonly healthy: number;
                    readonly degraded: number;
                    readonly unhealthy: number;
                    readonly unknown: number;
                };
                readonly details: readonly {
                    readonly id: string;
                    readonly name: string;
                    readonly enabled: boolean;
                    /** @enum {string} */
                    readonly health: "healthy" | "degraded" | "unhealthy" | "unknown";
                    readonly totalRequests: number;
                    readonly successRate: number;
                    readonly avgResponseTime: number;
                    readonly lastSuccess: number | null;
                    readonly lastError: {
                        /** @enum {string} */
                        readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
                        readonly message: string;
                        readonly reason?: {
                            /** @enum {string} */
                            readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                            readonly to?: string;
                            readonly status?: number;
                            readonly host?: string;
                            readonly after?: string;
                            readonly proxy?: string;
                            readonly use?: string;
                            readonly from?: string;
                            readonly until?: string;
                            readonly name?: string;
                            readonly answer_at?: number;
                        };
                        readonly at: number;
                    } | null;
                    /** @description The last 24 hours in which it was asked, the oldest first; `at` is the start of the hour. */
                    readonly lastDay: readonly {
                        readonly at: number;
                        readonly requests: number;
                        readonly failed: number;
                    }[];
                    /** @description Absent while it is awake. A source that is asleep is asked once a day, and by requests that name it. */
                    readonly asleep?: {
                        readonly since: number;
                        readonly nextTrialAt: number;
                    };
                    readonly needs?: readonly ("cn" | "home" | "slow" | "http" | "cookie" | "throttles" | "moves")[];
                    readonly evidence?: string;
                    readonly last30Days?: {
                        readonly links: number;
                        readonly kinds: readonly ("movie" | "series" | "show" | "animation" | "documentary" | "book" | "comic" | "audiobook" | "course" | "software" | "game" | "music" | "other")[];
                    };
                }[];
            };
            /** @description The health of each hot list. */
            readonly details: readonly {
                readonly id: string;
                readonly name: string;
                readonly enabled: boolean;
                /** @enum {string} */
                readonly health: "healthy" | "degraded" | "unhealthy" | "unknown";
                readonly totalRequests: number;
                readonly successRate: number;
                readonly avgResponseTime: number;
                readonly lastSuccess: number | null;
                readonly lastError: {
                    /** @enum {string} */
                    readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
                    readonly message: string;
                    readonly reason?: {
                        /** @enum {string} */
                        readonly code: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "no_connection" | "no_first_byte" | "refused" | "reset" | "no_such_host" | "private_address" | "status" | "challenge" | "throttled" | "redirected" | "too_large" | "truncated" | "downloading" | "no_preview" | "proxy_login" | "proxy_not_found" | "proxy_unreachable" | "proxy_refused" | "proxy_protocol" | "behind_proxy" | "closed" | "unknown_name";
                        readonly to?: string;
                        readonly status?: number;
                        readonly host?: string;
                        readonly after?: string;
                        readonly proxy?: string;
                        readonly use?: string;
                        readonly from?: string;
                        readonly until?: string;
                        readonly name?: string;
                        readonly answer_at?: number;
                    };
                    readonly at: number;
                } | null;
                /** @description The last 24 hours in which it was asked, the oldest first; `at` is the start of the hour. */
                readonly lastDay: readonly {
                    readonly at: number;
                    readonly requests: number;
                    readonly failed: number;
                }[];
                /** @description Absent while it is awake. A source that is asleep is asked once a day, and by requests that name it. */
                readonly asleep?: {
                    readonly since: number;
                    readonly nextTrialAt: number;
                };
            }[];
        };
        /** @description A message as a server-sent event; `end` is the last. */
        readonly StreamEvent: {
            readonly data: components["schemas"]["StreamMessage"];
        } | {
            /** @constant */
            readonly event: "end";
            readonly data: Record<string, never>;
        } | {
            /** @constant */
            readonly event: "error";
            readonly data: {
                /** @constant */
                readonly code: 500;
                readonly message: string;
            };
        };
        /** @description A message about a list: its start, some items, its end, or its failure. */
        readonly StreamMessage: {
            /** @enum {string} */
            readonly type: "start" | "data" | "end" | "error";
            /** @description The id as requested; `*` for an internal error. */
            readonly sourceId: string;
            /** @description Items; empty except in messages of type `data`. */
            readonly data: readonly components["schemas"]["HotItem"][];
            /** @description Number of items of the list. */
            readonly total: number;
            /** @description Whether they are from the cache. */
            readonly cached?: boolean;
            /** @description Whether they are older than the interval of the list, or the site has failed since. */
            readonly stale?: boolean;
            /** @description When the site returned the list, in epoch milliseconds; null if there is none. */
            readonly updatedAt?: number | null;
            /** @description Why the site could not be asked. The last good items are returned with it, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description Titles of works, best first. Titles that are only similar are suggested if there are no others. */
        readonly SuggestAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly suggestions: readonly components["schemas"]["Suggestion"][];
        };
        /** @description The title of a work that is known from the archive or from a hot list. */
        readonly Suggestion: {
            readonly title: string;
            /**
             * @description Where it is known from.
             * @enum {string}
             */
            readonly from: "archive" | "list";
            /**
             * @description How the title has `q`: in its text, in its pinyin, or not at all, but it is similar.
             * @enum {string}
             */
            readonly match: "title" | "pinyin" | "near";
        };
        /** @description The process. */
        readonly SystemAnswer: {
            /** @description In seconds. */
            readonly uptime: number;
            readonly nodeVersion: string;
            /** @description In bytes. */
            readonly memory: {
                readonly heapUsed: number;
                readonly heapTotal: number;
                readonly rss: number;
            };
        };
        /** @description The same event on lists of at least two platforms, joined by the words of the titles. */
        readonly TrendStory: {
            /** @description Stays the same while items come and go. */
            readonly id: string;
            /** @description The title of the item that says most of what the items have in common. */
            readonly title: string;
            /** @description The items, the highest rank first; `source` is the id of their list. */
            readonly items: readonly {
                readonly source: string;
                readonly id: string;
                readonly title: string;
                /** Format: uri */
                readonly url: string;
                readonly rank: number;
                readonly hot?: number;
            }[];
            /** @description Number of platforms; several lists of one site count once. */
            readonly platforms: number;
            /** @description More platforms, higher ranks and a faster spread give more. */
            readonly score: number;
            /** @description When one of its items was seen first, in epoch milliseconds. */
            readonly firstSeen: number;
            /** @description The id of the list with this item. */
            readonly firstSource: string;
            /** @description The words that the items share, the heaviest first. */
            readonly why: readonly {
                readonly word: string;
                readonly weight: number;
            }[];
        };
        /** @description The stories, the highest score first. */
        readonly TrendsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The window in seconds. */
            readonly window: number;
            /** @description Number of stories returned. */
            readonly count: number;
            /** @description Number of stories within the window. */
            readonly total: number;
            readonly stories: readonly components["schemas"]["TrendStory"][];
        };
        /** @description The attributes of several links. A field of one value has a list where links differ. */
        readonly UnitedAttributes: {
            /** @description The season; a list if there are several, `all` for all seasons. */
            readonly season: (number | readonly number[] | "all") | null;
            /** @description The first and the last episode of all links, the largest `total`, and whether one link is complete. */
            readonly episodes: {
                readonly from: number | null;
                readonly to: number | null;
                readonly total: number | null;
                readonly complete: boolean;
            } | null;
            /** @description Resolution and dynamic range, such as `4K` and `HDR`. */
            readonly quality: readonly string[];
            /** @description What the file was made from, such as `WEB-DL` or `REMUX`. */
            readonly source: (string | readonly string[]) | null;
            readonly codec: readonly string[];
            readonly audio: readonly string[];
            readonly languages: readonly string[];
            readonly subtitles: readonly string[];
            /** @description Bytes. */
            readonly size: (number | readonly number[]) | null;
            /** @description The file format, in lower case. */
            readonly format: (string | readonly string[]) | null;
            /** @description The edition, such as `导演剪辑版`. */
            readonly edition: (string | readonly string[]) | null;
            /** @description The platform it is for or from. */
            readonly platform: (string | readonly string[]) | null;
        };
        /** @description Settings of the page that differ from the defaults: the file that the page exports. Settings that are not known are ignored. */
        readonly UserSettings: {
            /**
             * @description The version of the format: 1.
             * @constant
             */
            readonly trawl: 1;
            /** @description The values by name. */
            readonly settings: {
                /** @enum {string} */
                readonly language?: "zh" | "en";
                /** @enum {string} */
                readonly theme?: "system" | "light" | "dark";
                readonly muted?: readonly string[];
                readonly clouds?: readonly string[];
                readonly "only-my-clouds"?: boolean;
                readonly "hot.layout"?: {
                    readonly [key: string]: unknown;
                };
                readonly saved?: readonly unknown[];
                readonly history?: readonly unknown[];
            };
            /** @description When each setting was changed last, in epoch milliseconds; 0 if that is not known. A setting without a time was changed now; a time in the future counts as now. */
            readonly changed?: {
                readonly language?: number;
                readonly theme?: number;
                readonly muted?: number;
                readonly clouds?: number;
                readonly "only-my-clouds"?: number;
                readonly "hot.layout"?: number;
                readonly saved?: number;
                readonly history?: number;
            };
        };
        /** @description The settings that the server stores for the caller. */
        readonly UserSettingsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The login (`user …`) or key (`key …`) that they belong to; null for a caller without one, who cannot store any. */
            readonly owner: string | null;
            /** @description Null if there are none. */
            readonly stored: {
                /**
                 * @description The version of the format: 1.
                 * @constant
                 */
                readonly trawl: 1;
                /** @description The values by name. */
                readonly settings: {
                    /** @enum {string} */
                    readonly language?: "zh" | "en";
                    /** @enum {string} */
                    readonly theme?: "system" | "light" | "dark";
                    readonly muted?: readonly string[];
                    readonly clouds?: readonly string[];
                    readonly "only-my-clouds"?: boolean;
                    readonly "hot.layout"?: {
                        readonly [key: string]: unknown;
                    };
                    readonly saved?: readonly unknown[];
                    readonly history?: readonly unknown[];
                };
                /** @description When each setting was changed last, in epoch milliseconds; 0 if that is not known. A setting without a time was changed now; a time in the future counts as now. */
                readonly changed?: {
                    readonly language?: number;
                    readonly theme?: number;
                    readonly muted?: number;
                    readonly clouds?: number;
                    readonly "only-my-clouds"?: number;
                    readonly "hot.layout"?: number;
                    readonly saved?: number;
                    readonly history?: number;
                };
            } | null;
        };
        /** @description The token is valid, or `message` says that none is needed. */
        readonly VerifyResponse: {
            readonly username: string;
            /** @constant */
            readonly valid: true;
        } | {
            readonly message: string;
            /** @constant */
            readonly valid: true;
        };
        /** @description The version. */
        readonly VersionAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The version of the service. */
            readonly v: string;
            /** @constant */
            readonly name: "trawl";
        };
        /** @description Words that are watched; `every` and `digest` are in seconds. */
        readonly Watch: {
            readonly name: string;
            readonly words: string;
            readonly in: readonly ("lists" | "archive" | "search")[];
            readonly lists?: readonly string[];
            readonly columns?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
            readonly clouds?: readonly ("115" | "123" | "baidu" | "aliyun" | "quark" | "guangya" | "tianyi" | "uc" | "mobile" | "pikpak" | "xunlei" | "magnet" | "ed2k" | "others")[];
            readonly every: number;
            readonly notify: readonly string[];
            readonly maxPerHour: number;
            readonly digest: number;
            readonly quietHours?: string;
            readonly muted: readonly string[];
            /**
             * @description Where it was declared: in the operator's file, or over the API.
             * @enum {string}
             */
            readonly from: "file" | "api";
            /** @description Whether the caller may change it. */
            readonly editable: boolean;
            /** @description For the owner: whether the feed has an address with a `token`; absent for others. */
            readonly hasFeedToken?: boolean;
        };
        /** @description A watch. */
        readonly WatchAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly watch: components["schemas"]["Watch"];
        };
        /** @description Something that a watch found. */
        readonly WatchEvent: {
            /** @description Stable; unique within the watch. */
            readonly id: string;
            readonly watch: string;
            /** @description When it was found, in epoch milliseconds. */
            readonly at: number;
            /**
             * @description Where it was found.
             * @enum {string}
             */
            readonly in: "lists" | "archive" | "search";
            readonly title: string;
            readonly url: string;
            /** @description The id of the hot list, or of the source of the share. */
            readonly source: string;
            readonly sourceName?: string;
            /** @enum {string} */
            readonly cloud?: "115" | "123" | "baidu" | "aliyun" | "quark" | "guangya" | "tianyi" | "uc" | "mobile" | "pikpak" | "xunlei" | "magnet" | "ed2k" | "others";
            /** @description The access code of the share. */
            readonly password?: string;
            /**
             * @description It was there when the watch began; nobody was notified.
             * @constant
             */
            readonly initial?: true;
            /** @description Messages about it, by the name of the notifier. */
            readonly deliveries?: {
                readonly [key: string]: {
                    /** @enum {string} */
                    readonly state: "pending" | "sent" | "failed";
                    readonly at?: number;
                    readonly detail?: string;
                };
            };
        };
        /** @description What watches found, newest first. */
        readonly WatchEventsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly events: readonly components["schemas"]["WatchEvent"][];
            readonly count: number;
            /** @description All matching events, without initial ones. */
            readonly total: number;
            /** @description The time of the newest event; null without any. */
            readonly latest: number | null;
        };
        /** @description A watch whose feed has a new address. */
        readonly WatchFeedTokenAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly watch: components["schemas"]["Watch"];
            /** @description The `token` of the address. No other answer has it: only its digest is stored. */
            readonly feedToken: string;
        };
        /** @description A watch to declare. */
        readonly WatchRequest: {
            /** @description Words that must all appear, in a title or its summary. `|` separates up to five alternatives, `-word` excludes. */
            readonly words: string;
            /** @description Where to look: `lists` (hot lists that are refreshed), `archive` (shares that are new in the archive), `search` (searches that are repeated). Default: `lists`. */
            readonly in?: readonly ("lists" | "archive" | "search")[] | string;
            /** @description Ids of at most ten hot lists; they are kept fresh. Default: all lists that anybody looks at. */
            readonly lists?: readonly string[] | string;
            /** @description Only hot lists of these columns. */
            readonly columns?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[] | string;
            /** @description Only shares of these clouds. */
            readonly clouds?: readonly ("baidu" | "aliyun" | "quark" | "guangya" | "tianyi" | "uc" | "mobile" | "115" | "pikpak" | "xunlei" | "123" | "magnet" | "ed2k" | "others")[] | string;
            /**
             * @description How often to search again, in seconds or like `6h`: from 15 minutes to a week.
             * @default 3600
             */
            readonly every?: number | string;
            /**
             * @description Names of notifiers of the operator who are told; those available are in the list of watches.
             * @default []
             */
            readonly notify?: readonly string[] | string;
            /**
             * @description At most this many messages an hour to each notifier; later ones are joined.
             * @default 12
             */
            readonly maxPerHour?: number;
            /**
             * @description Collect what is found for this long before a message, in seconds or like `30m`.
             * @default 0
             */
            readonly digest?: number | string;
            /** @description No messages at these hours, like `23:00-08:00`, in Asia/Shanghai unless a time zone follows. */
            readonly quietHours?: string;
            /**
             * @description Words that hide what has them.
             * @default []
             */
            readonly muted?: readonly string[] | string;
        };
        /** @description The watches of a caller. */
        readonly WatchesAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly watches: readonly components["schemas"]["Watch"][];
            readonly count: number;
            /** @description Names that `notify` may have. */
            readonly notifiers: readonly string[];
            /** @description Whether the caller may declare watches. */
            readonly editable: boolean;
        };
        /** @description What people look for: one title, kind and year, with all links to it. Seasons of a series are one work. */
        readonly Work: {
            /** @description Identifies the work. It stays the same from search to search while the titles that are found do. */
            readonly key: string;
            /** @description Its most frequent title. */
            readonly title: string;
            /** @description Its title in another script. */
            readonly original_title: string | null;
            readonly year: number | null;
            /** @enum {string} */
            readonly kind: "movie" | "series" | "show" | "animation" | "documentary" | "book" | "comic" | "audiobook" | "course" | "software" | "game" | "music" | "other";
            /** @description All seasons that links are of, in ascending order. */
            readonly seasons: readonly number[];
            /** @description The attributes of all its links. */
            readonly attributes: components["schemas"]["UnitedAttributes"];
            /** @description The image of its best link that has one. */
            readonly images: readonly string[];
            /** @description When its newest link was posted. */
            readonly datetime: string;
            /** @description The number of sources that have links to it. */
            readonly sources: number;
            /**
             * @description Where the keyword was found: in a title, or only in the text of posts.
             * @enum {string}
             */
            readonly relevance: "title" | "text";
            /** @description If the keyword is only in a text: the words around it. */
            readonly excerpt: string | null;
            /** @description Its links: available before unchecked before gone, in the order of `cloud_types`, complete before partial, higher quality, more sources, newer. */
            readonly links: readonly components["schemas"]["WorkLink"][];
        };
        /** @description What a title says about a file. What it does not say is null or empty. */
        readonly WorkAttributes: {
            /** @description The season; a list if there are several, `all` for all seasons. */
            readonly season: (number | readonly number[] | "all") | null;
            /** @description Episodes `from` and `to`; `total` if only their number is known; `complete` if all are there. */
            readonly episodes: {
                readonly from: number | null;
                readonly to: number | null;
                readonly total: number | null;
                readonly complete: boolean;
            } | null;
            /** @description Resolution and dynamic range, such as `4K` and `HDR`. */
            readonly quality: readonly string[];
            /** @description What the file was made from, such as `WEB-DL` or `REMUX`. */
            readonly source: string | null;
            readonly codec: readonly string[];
            readonly audio: readonly string[];
            readonly languages: readonly string[];
            readonly subtitles: readonly string[];
            /** @description Bytes. */
            readonly size: number | null;
            /** @description The file format, in lower case. */
            readonly format: string | null;
            /** @description The edition, such as `导演剪辑版`. */
            readonly edition: string | null;
            /** @description The platform it is for or from. */
            readonly platform: string | null;
        };
        /** @description A work of a stream: whole at first, later its `key` and the fields that have changed. */
        readonly WorkChange: {
            /** @description Identifies the work. It stays the same from search to search while the titles that are found do. */
            readonly key: string;
            /** @description Its most frequent title. */
            readonly title?: string;
            /** @description Its title in another script. */
            readonly original_title?: string | null;
            readonly year?: number | null;
            /** @enum {string} */
            readonly kind?: "movie" | "series" | "show" | "animation" | "documentary" | "book" | "comic" | "audiobook" | "course" | "software" | "game" | "music" | "other";
            /** @description All seasons that links are of, in ascending order. */
            readonly seasons?: readonly number[];
            /** @description The attributes of all its links. */
            readonly attributes?: components["schemas"]["UnitedAttributes"];
            /** @description The image of its best link that has one. */
            readonly images?: readonly string[];
            /** @description When its newest link was posted. */
            readonly datetime?: string;
            /** @description The number of sources that have links to it. */
            readonly sources?: number;
            /**
             * @description Where the keyword was found: in a title, or only in the text of posts.
             * @enum {string}
             */
            readonly relevance?: "title" | "text";
            /** @description If the keyword is only in a text: the words around it. */
            readonly excerpt?: string | null;
            /** @description Links that come in addition to those sent earlier. */
            readonly links?: readonly components["schemas"]["WorkLink"][];
            /** @description The `id` of all its links, best first. */
            readonly order?: readonly number[];
            /** @description In place of `order`: pairs of `id` and position, from 0, of links that are new or have moved. Remove these links, then insert them in this order. */
            readonly positions?: readonly (readonly [
                number,
                number
            ])[];
        };
        /** @description A link of a work. */
        readonly WorkLink: {
            /** @enum {string} */
            readonly type: "115" | "123" | "baidu" | "aliyun" | "quark" | "guangya" | "tianyi" | "uc" | "mobile" | "pikpak" | "xunlei" | "magnet" | "ed2k" | "others";
            /** @description Its address, including the access code if the cloud supports that. */
            readonly url: string;
            /** @description The access code; empty if there is none. */
            readonly password: string;
            /** @description Its title. */
            readonly note: string;
            /** @description When it was posted; `0001-01-01T00:00:00Z` if unknown. */
            readonly datetime: string;
            /** @description Image addresses. With `ext.details`, a stream sends them in `changed`. */
            readonly images: readonly string[];
            /** @description In a stream only: its number, by which `changed` and `order` name it. */
            readonly id?: number;
            /** @description Identifies the share, whatever the spelling of its address. */
            readonly key: string;
            /** @description All sources that have it: that of the oldest post, then the others by name. */
            readonly sources: readonly string[];
            /** @description The result of its last check; null if it was never checked. */
            readonly health: components["schemas"]["LinkHealth"] | null;
            /** @description What its title says about the file. */
            readonly attributes: components["schemas"]["WorkAttributes"];
        };
        /** @description A work of the archive. */
        readonly WorkResponse: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly work: components["schemas"]["Work"];
        };
    };
    responses: {
        /** @description A fault of the service; its log has it under the request id. */
        readonly ErrorAnswerFault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is too large. */
        readonly ErrorAnswerLargeBody: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly ErrorAnswerLongPath: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly ErrorAnswerLongQuery: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly ErrorAnswerLongQueryOrLongPath: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
        readonly ErrorAnswerNoHost: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Who asks has not proved who he is. */
        readonly ErrorAnswerNoKey: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Who asks has not proved who he is. */
        readonly ErrorAnswerNoToken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Who asks may not do this. */
        readonly ErrorAnswerNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Who asks may not do this. */
        readonly ErrorAnswerNotFromHereOrNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to come again. */
        readonly ErrorAnswerTooOften: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A fault of the service; its log has it under the request id. */
        readonly Fault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description The body is too large. */
        readonly LargeBody: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description A fault of the service; its log has it under the request id. */
        readonly LoginErrorFault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LoginError"];
            };
        };
        /** @description The body is too large. */
        readonly LoginErrorLargeBody: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LoginError"];
            };
        };
        /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
        readonly LoginErrorNoHost: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LoginError"];
            };
        };
        /** @description Who asks may not do this. */
        readonly LoginErrorNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LoginError"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to come again. */
        readonly LoginErrorTooOften: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LoginError"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly LongPath: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly LongQuery: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly LongQueryOrLongPath: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description A fault of the service; its log has it under the request id. */
        readonly McpErrorFault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpError"];
            };
        };
        /** @description The body is too large. */
        readonly McpErrorLargeBody: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpError"];
            };
        };
        /** @description Who asks has not proved who he is. */
        readonly McpErrorNoKey: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpError"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to come again. */
        readonly McpErrorTooOften: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpError"];
            };
        };
        /** @description A fault of the service; its log has it under the request id. */
        readonly NewsNowErrorFault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description The body is too large. */
        readonly NewsNowErrorLargeBody: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description The path or the query is too long; many fields can be sent by POST. */
        readonly NewsNowErrorLongQuery: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
        readonly NewsNowErrorNoHost: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description Who asks has not proved who he is. */
        readonly NewsNowErrorNoKey: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description Who asks may not do this. */
        readonly NewsNowErrorNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to come again. */
        readonly NewsNowErrorTooOften: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NewsNowError"];
            };
        };
        /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
        readonly NoHost: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description Who asks has not proved who he is. */
        readonly NoKey: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description Who asks has not proved who he is. */
        readonly NoToken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description Who asks may not do this. */
        readonly NotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description Who asks may not do this. */
        readonly NotFromHereOrNotAllowed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
        /** @description Too many requests; `Retry-After` says when to come again. */
        readonly TooOften: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlainError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description After how many seconds to come again. */
        readonly RetryAfter: number;
    };
    pathItems: never;
}
export interface operations {
    readonly search: {
        readonly parameters: {
            readonly query: {
                /** @description The keyword. Several words must all occur, in any order. */
                readonly kw: string;
                /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Unlisted channels are allowed. Default: all listed channels. */
                readonly channels?: readonly string[];
                /** @description Plugins to use. Default: all enabled plugins. Unknown names are ignored with a warning. */
                readonly plugins?: readonly string[];
                /** @description Return only links to these clouds. Default: all. Unknown names are ignored with a warning. */
                readonly cloud_types?: readonly string[];
                /** @description Maximum concurrent requests to sources for this search. 0 means the default, which the operator may change. */
                readonly conc?: number;
                /** @description Ignore cached results and ask all sources again. */
                readonly refresh?: boolean;
                /** @description The shape of `data`: links by cloud, posts, both, or links by work. `merge` is an alias of `merged_by_type`. */
                readonly res?: "merged_by_type" | "results" | "all" | "works" | "merge";
                /** @description What to search: channels (`tg`), plugins, or both. The parameter of the other one is ignored. */
                readonly src?: "all" | "tg" | "plugin";
                /** @description Advanced options. Unknown fields are passed to the plugins. */
                readonly ext?: string;
                /** @description Words that must or must not occur in titles of links. */
                readonly filter?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The search results. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 414: components["responses"]["LongQuery"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly searchWithBody: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SearchRequest"];
            };
        };
        readonly responses: {
            /** @description The search results. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 413: components["responses"]["LargeBody"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly searchEvents: {
        readonly parameters: {
            readonly query: {
                /** @description The keyword. Several words must all occur, in any order. */
                readonly kw: string;
                /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Unlisted channels are allowed. Default: all listed channels. */
                readonly channels?: readonly string[];
                /** @description Plugins to use. Default: all enabled plugins. Unknown names are ignored with a warning. */
                readonly plugins?: readonly string[];
                /** @description Return only links to these clouds. Default: all. Unknown names are ignored with a warning. */
                readonly cloud_types?: readonly string[];
                /** @description Maximum concurrent requests to sources for this search. 0 means the default, which the operator may change. */
                readonly conc?: number;
                /** @description Ignore cached results and ask all sources again. */
                readonly refresh?: boolean;
                /** @description The shape of `data`: links by cloud, posts, both, or links by work. `merge` is an alias of `merged_by_type`. */
                readonly res?: "merged_by_type" | "results" | "all" | "works" | "merge";
                /** @description What to search: channels (`tg`), plugins, or both. The parameter of the other one is ignored. */
                readonly src?: "all" | "tg" | "plugin";
                /** @description Advanced options. Unknown fields are passed to the plugins. */
                readonly ext?: string;
                /** @description Words that must or must not occur in titles of links. */
                readonly filter?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["SearchEvent"];
                };
            };
            /** @description The stream is complete: the client reconnected with `Last-Event-ID: end`. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 414: components["responses"]["LongQuery"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly work: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The `key` of a work, such as `film:流浪地球:2`. */
                readonly key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The work with its links, best first, each with its last known state. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkResponse"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly suggest: {
        readonly parameters: {
            readonly query: {
                /** @description Part of a title, or its pinyin. */
                readonly q: string;
                /** @description How many titles at most. */
                readonly limit?: number;
                /** @description `opensearch` answers in the format that browsers ask for. */
                readonly format?: "json" | "opensearch";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The titles, best first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SuggestAnswer"];
                    readonly "application/x-suggestions+json": unknown;
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly health: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Channels, plugins and health. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HealthResponse"];
                };
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly checkLinks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckRequest"];
            };
        };
        readonly responses: {
            /** @description One result per link. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckResponse"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 413: components["responses"]["LargeBody"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly sources: {
        readonly parameters: {
            readonly query?: {
                /** @description Include disabled lists. */
                readonly includeDisabled?: boolean;
                /** @description Include statistics of each list. */
                readonly metrics?: boolean;
                /** @description Only lists of these groups. */
                readonly column?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
                /** @description Only lists of these types: hottest or newest items. */
                readonly type?: readonly ("hottest" | "realtime")[];
                /** @description Only lists of these sites. */
                readonly family?: readonly string[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourcesAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly list: {
        readonly parameters: {
            readonly query?: {
                /** @description Ask the site again even if a cached list is fresh, or after failures; at most once in 10 s. Further requests get the same answer. */
                readonly force?: boolean;
                /** @description Maximum number of items of each list. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongQueryOrLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The site did not answer in time, and nothing is kept. */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly find: {
        readonly parameters: {
            readonly query: {
                /** @description Words that must all occur in the title of an item. Pinyin and its initials match Chinese. */
                readonly q: string;
                /** @description Maximum number of items. */
                readonly limit?: number;
                /** @description Only lists of these groups. */
                readonly column?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The matching items. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FindAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly trends: {
        readonly parameters: {
            readonly query?: {
                /** @description Only stories that at least two platforms told within this time, by when the sites returned their lists. */
                readonly window?: "10m" | "30m" | "1h" | "3h" | "6h" | "12h" | "24h";
                /** @description Only stories with an item of a list of these groups. */
                readonly column?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
                /** @description Maximum number of stories. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stories. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TrendsAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly items: {
        readonly parameters: {
            readonly query: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
                /** @description Ask the site again even if a cached list is fresh, or after failures; at most once in 10 s. Further requests get the same answer. */
                readonly refresh?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The items, at most 50. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HotItems"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly history: {
        readonly parameters: {
            readonly query?: {
                /** @description The id of an item; without it, the items of the span. */
                readonly item?: string;
                /** @description Start of the span; by default a week before `to`. */
                readonly from?: number | string;
                /** @description End of the span; by default now. */
                readonly to?: number | string;
                /** @description With `item`: at most one point per step, the last one; in seconds, or like `30m`, `6h`, `7d`. By default every recorded refresh, or as many as give 2,000 points. */
                readonly step?: number | string;
                /** @description Without `item`: maximum number of items, best peak first. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The history. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongQueryOrLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly listAt: {
        readonly parameters: {
            readonly query: {
                /** @description The time, in epoch milliseconds or ISO 8601 with its zone. */
                readonly time: number | string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListAtAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongQueryOrLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly changes: {
        readonly parameters: {
            readonly query: {
                /** @description The time since which changes are told, in epoch milliseconds or ISO 8601 with its zone. */
                readonly since: number | string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The changes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListChangesAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongQueryOrLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly risers: {
        readonly parameters: {
            readonly query?: {
                /** @description Ranks are compared with those so long ago. */
                readonly window?: "10m" | "30m" | "1h" | "3h" | "6h" | "12h" | "24h";
                /** @description Maximum number of items. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The risers. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RisersAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly watches: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The watches. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WatchesAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly allWatchEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events after this time. */
                readonly since?: number | string;
                /** @description At most this many. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WatchEventsAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly watch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The watch. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WatchAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly putWatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WatchRequest"];
            };
        };
        readonly responses: {
            /** @description The watch as stored. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WatchAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description It stands against what is there. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            /** @description A fault of the service; its log has it under the request id. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly deleteWatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description It stands against what is there. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            /** @description A fault of the service; its log has it under the request id. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly watchEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events after this time. */
                readonly since?: number | string;
                /** @description At most this many. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events, newest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WatchEventsAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongQueryOrLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly watchFeed: {
        readonly parameters: {
            readonly query?: {
                /** @description That of the address which the owner made, in place of a key. */
                readonly token?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch. */
                readonly name: string;
                /** @description `rss`, `atom` or `json`. */
                readonly format: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed as RSS 2.0. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": unknown;
                    readonly "application/atom+xml": unknown;
                    readonly "application/feed+json": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match`, or without one the time in `If-Modified-Since`, still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongQueryOrLongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly putWatchFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The watch, and the new token. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WatchFeedTokenAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            /** @description A fault of the service; its log has it under the request id. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly deleteWatchFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the watch: 1 to 60 letters, digits, spaces, `_` or `-`. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is revoked. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongPath"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            /** @description A fault of the service; its log has it under the request id. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly lists: {
        readonly parameters: {
            readonly query: {
                /** @description Ids of lists, at most 200. The id of a site means its first list. */
                readonly sources: readonly string[];
                /** @description Ask the site again even if a cached list is fresh, or after failures; at most once in 10 s. Further requests get the same answer. */
                readonly force?: boolean;
                /** @description Maximum number of items of each list. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly listsById: {
        readonly parameters: {
            readonly query?: {
                /** @description Ids of lists, at most 200. The id of a site means its first list. Default: all enabled lists. */
                readonly ids?: readonly string[];
                /** @description Maximum number of items of each list. */
                readonly limit?: number;
                /** @description Maximum number of lists asked concurrently. */
                readonly concurrency?: number;
                /** @description Deadline in milliseconds. Lists that have not answered by then fail with `timeout`. */
                readonly timeout?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HotBatchAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly listsByPriority: {
        readonly parameters: {
            readonly query?: {
                /** @description Ids of lists, at most 200. The id of a site means its first list. Default: all enabled lists. */
                readonly sources?: readonly string[];
                /** @description Waiting requests of a higher priority are served first. */
                readonly priority?: "high" | "medium" | "low";
                /** @description Maximum number of lists asked concurrently. */
                readonly concurrency?: number;
                /** @description Deadline in milliseconds. Lists that have not answered by then fail with `timeout`. */
                readonly timeout?: number;
                /** @description Maximum number of items of each list. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OptimizedAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query: {
                /** @description Ids of lists, at most 200. The id of a site means its first list. */
                readonly sources: readonly string[];
                /** @description Maximum number of items per message. */
                readonly chunkSize?: number;
                /** @description Pause between two messages about one list, in milliseconds. */
                readonly delay?: number;
                /** @description Keep the stream open and send a list again whenever it changes. */
                readonly follow?: boolean;
                /** @description With `follow`: skip lists not newer than this (epoch milliseconds) in the first round; the client has them. */
                readonly since?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The messages. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": components["schemas"]["StreamMessage"];
                    readonly "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            /** @description The stream is complete: the client reconnected with `Last-Event-ID: end`. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            /** @description Too many requests; `Retry-After` says when to come again. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly listFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
                /** @description `rss`, `atom` or `json`. */
                readonly format: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed as RSS 2.0. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": unknown;
                    readonly "application/atom+xml": unknown;
                    readonly "application/feed+json": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match`, or without one the time in `If-Modified-Since`, still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description The site did not answer in time, and nothing is kept. */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly columnFeed: {
        readonly parameters: {
            readonly query?: {
                /** @description Maximum number of items. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description A column: china, world, tech, finance, sports, entertainment, game, community, science or life. */
                readonly name: string;
                /** @description `rss`, `atom` or `json`. */
                readonly format: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed as RSS 2.0. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": unknown;
                    readonly "application/atom+xml": unknown;
                    readonly "application/feed+json": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match`, or without one the time in `If-Modified-Since`, still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongQueryOrLongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description The site did not answer in time, and nothing is kept. */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly trendsFeed: {
        readonly parameters: {
            readonly query?: {
                /** @description Only stories that at least two platforms told within this time, by when the sites returned their lists. */
                readonly window?: "10m" | "30m" | "1h" | "3h" | "6h" | "12h" | "24h";
                /** @description Only stories with an item of a list of these groups. */
                readonly column?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
                /** @description Maximum number of stories. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description `rss`, `atom` or `json`. */
                readonly format: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed as RSS 2.0. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": unknown;
                    readonly "application/atom+xml": unknown;
                    readonly "application/feed+json": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongQueryOrLongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly risersFeed: {
        readonly parameters: {
            readonly query?: {
                /** @description Ranks are compared with those so long ago. */
                readonly window?: "10m" | "30m" | "1h" | "3h" | "6h" | "12h" | "24h";
                /** @description Maximum number of items. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description `rss`, `atom` or `json`. */
                readonly format: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed as RSS 2.0. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": unknown;
                    readonly "application/atom+xml": unknown;
                    readonly "application/feed+json": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongQueryOrLongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly searchFeed: {
        readonly parameters: {
            readonly query: {
                /** @description The keyword. Several words must all occur, in any order. */
                readonly kw: string;
                /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Unlisted channels are allowed. Default: all listed channels. */
                readonly channels?: readonly string[];
                /** @description Plugins to use. Default: all enabled plugins. Unknown names are ignored with a warning. */
                readonly plugins?: readonly string[];
                /** @description Return only links to these clouds. Default: all. Unknown names are ignored with a warning. */
                readonly cloud_types?: readonly string[];
                /** @description What to search: channels (`tg`), plugins, or both. The parameter of the other one is ignored. */
                readonly src?: "all" | "tg" | "plugin";
                /** @description Advanced options. Unknown fields are passed to the plugins. */
                readonly ext?: string;
                /** @description Words that must or must not occur in titles of links. */
                readonly filter?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description `rss`, `atom` or `json`. */
                readonly format: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed as RSS 2.0. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/rss+xml": unknown;
                    readonly "application/atom+xml": unknown;
                    readonly "application/feed+json": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongQueryOrLongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly opml: {
        readonly parameters: {
            readonly query?: {
                /** @description Ids of lists, at most 200. The id of a site means its first list. Default: all enabled lists. */
                readonly lists?: readonly string[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The addresses. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/x-opml": string;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 414: components["responses"]["LongQuery"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly newsNowList: {
        readonly parameters: {
            readonly query: {
                /** @description The id of a list, or of a site for its first list. */
                readonly id: string;
                /** @description Any value but `false` forces a new request to the site. */
                readonly latest?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowList"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowError"];
                };
            };
            readonly 401: components["responses"]["NewsNowErrorNoKey"];
            readonly 403: components["responses"]["NewsNowErrorNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowError"];
                };
            };
            readonly 414: components["responses"]["NewsNowErrorLongQuery"];
            readonly 429: components["responses"]["NewsNowErrorTooOften"];
            readonly 500: components["responses"]["NewsNowErrorFault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowError"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowError"];
                };
            };
            /** @description The site did not answer in time, and nothing is kept. */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowError"];
                };
            };
        };
    };
    readonly newsNowLists: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EntireRequest"];
            };
        };
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowLists"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowError"];
                };
            };
            readonly 401: components["responses"]["NewsNowErrorNoKey"];
            readonly 403: components["responses"]["NewsNowErrorNotAllowed"];
            readonly 413: components["responses"]["NewsNowErrorLargeBody"];
            readonly 429: components["responses"]["NewsNowErrorTooOften"];
            readonly 500: components["responses"]["NewsNowErrorFault"];
        };
    };
    readonly newsNowLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is not. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsNowLogin"];
                };
            };
            readonly 400: components["responses"]["NewsNowErrorNoHost"];
            readonly 403: components["responses"]["NewsNowErrorNotAllowed"];
            readonly 429: components["responses"]["NewsNowErrorTooOften"];
            readonly 500: components["responses"]["NewsNowErrorFault"];
        };
    };
    readonly dailyHotRoutes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DailyHotRoutes"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly dailyHotList: {
        readonly parameters: {
            readonly query?: {
                /** @description Maximum number of items. */
                readonly limit?: number;
                /** @description As an RSS 2.0 feed. */
                readonly rss?: boolean;
                /** @description `false`: ask the site anew, whatever is kept. */
                readonly cache?: boolean;
                /** @description Which of its lists; `params` of an answer has the values. Of lists that are several under one name; others ignore it. */
                readonly type?: string;
                /** @description For nytimes: the same as `type`. */
                readonly area?: string;
                /** @description For acfun: the period of the ranking. */
                readonly range?: string;
                /** @description For hellogithub: the order. */
                readonly sort?: string;
                /** @description For miyoushe: the game. */
                readonly game?: string;
                /** @description For weatheralarm: the province. */
                readonly province?: string;
                /** @description For history, which only has today. */
                readonly month?: string;
                /** @description For history, which only has today. */
                readonly day?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description A name of DailyHotApi, or the id of a list. The same text may mean another list on other paths. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DailyHotList"];
                    readonly "application/xml": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 401: components["responses"]["NoKey"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            readonly 414: components["responses"]["LongQueryOrLongPath"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
            /** @description The site did not answer in time, and nothing is kept. */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly mcp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["McpRequest"];
            };
        };
        readonly responses: {
            /** @description Progress notifications, then the response. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["McpEvent"];
                    readonly "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description Accepted; no response. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpError"];
                };
            };
            readonly 401: components["responses"]["McpErrorNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpError"];
                };
            };
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpError"];
                };
            };
            /** @description Who asks does not take the form of the answer. */
            readonly 406: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpError"];
                };
            };
            readonly 413: components["responses"]["McpErrorLargeBody"];
            readonly 429: components["responses"]["McpErrorTooOften"];
            readonly 500: components["responses"]["McpErrorFault"];
        };
    };
    readonly login: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LoginRequest"];
            };
        };
        readonly responses: {
            /** @description A token. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginError"];
                };
            };
            /** @description Who asks has not proved who he is. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginError"];
                };
            };
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginError"];
                };
            };
            readonly 413: components["responses"]["LoginErrorLargeBody"];
            /** @description Too many requests; `Retry-After` says when to come again. */
            readonly 429: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginError"];
                };
            };
            readonly 500: components["responses"]["LoginErrorFault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginError"];
                };
            };
        };
    };
    readonly verify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The token is valid. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            readonly 400: components["responses"]["LoginErrorNoHost"];
            /** @description Who asks has not proved who he is. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginError"];
                };
            };
            readonly 403: components["responses"]["LoginErrorNotAllowed"];
            readonly 413: components["responses"]["LoginErrorLargeBody"];
            readonly 429: components["responses"]["LoginErrorTooOften"];
            readonly 500: components["responses"]["LoginErrorFault"];
        };
    };
    readonly logout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The token is revoked. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogoutResponse"];
                };
            };
            readonly 400: components["responses"]["LoginErrorNoHost"];
            readonly 403: components["responses"]["LoginErrorNotAllowed"];
            readonly 413: components["responses"]["LoginErrorLargeBody"];
            readonly 429: components["responses"]["LoginErrorTooOften"];
            readonly 500: components["responses"]["LoginErrorFault"];
        };
    };
    readonly userSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserSettingsAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly putUserSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserSettings"];
            };
        };
        readonly responses: {
            /** @description What is stored now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserSettingsAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            /** @description A fault of the service; its log has it under the request id. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly deleteUserSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They are deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            /** @description A fault of the service; its log has it under the request id. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly index: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list, or the page. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IndexAnswer"];
                    readonly "text/html": string;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly description: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DescriptionAnswer"];
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly openSearch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description, version 1.1. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/opensearchdescription+xml": unknown;
                };
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly version: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The version. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VersionAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly status: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The health. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StatusAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            readonly 403: components["responses"]["ErrorAnswerNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly alive: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process is alive. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AliveAnswer"];
                };
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly ready: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The service accepts requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadyAnswer"];
                };
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["Fault"];
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlainError"];
                };
            };
        };
    };
    readonly picture: {
        readonly parameters: {
            readonly query: {
                /** @description Its address from a result or item: `https://host/path`, without port or credentials. */
                readonly url: string;
                /** @description Scales the image down to cover a poster of this width, where possible. */
                readonly w?: "56" | "112" | "168";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The image. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": unknown;
                    readonly "image/png": unknown;
                    readonly "image/webp": unknown;
                    readonly "image/gif": unknown;
                    readonly "image/avif": unknown;
                };
            };
            /** @description Not modified: the ETag in `If-None-Match` still matches. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoKey"];
            /** @description Who asks may not do this. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
            /** @description The site could not be asked, and nothing is kept. */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not here, or not now; with `Retry-After` where it helps to come again. */
            readonly 503: {
                headers: {
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The site did not answer in time, and nothing is kept. */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readonly figures: {
        readonly parameters: {
            readonly query?: {
                /** @description Also return metrics by route. */
                readonly detailed?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metrics. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MetricsAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly failures: {
        readonly parameters: {
            readonly query?: {
                /** @description Only this source: the id of a list, or of a site for its first list; `tg:` and a channel, or `plugin:` and a plugin. */
                readonly source?: string;
                /** @description Maximum number of entries, newest first. */
                readonly limit?: number;
                /** @description Only entries after this time, in epoch milliseconds. */
                readonly since?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The failures. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorsAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly logLines: {
        readonly parameters: {
            readonly query?: {
                /** @description Maximum number of lines, newest first. */
                readonly limit?: number;
                /** @description Only lines of this level and above. */
                readonly level?: "debug" | "info" | "warn" | "error" | "fatal";
                /** @description Only this source: the id of a list, or of a site for its first list; `tg:` and a channel, or `plugin:` and a plugin. */
                readonly source?: string;
                /** @description Only lines about requests with this path prefix. */
                readonly path?: string;
                /** @description Only entries after this time, in epoch milliseconds. */
                readonly since?: number;
                /** @description Also return the number of buffered lines. */
                readonly stats?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lines. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogsAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly prometheus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metrics in Prometheus text format. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            readonly 400: components["responses"]["NoHost"];
            readonly 401: components["responses"]["NoToken"];
            readonly 403: components["responses"]["NotFromHereOrNotAllowed"];
            readonly 429: components["responses"]["TooOften"];
            readonly 500: components["responses"]["Fault"];
        };
    };
    readonly allowList: {
        readonly parameters: {
            readonly query?: {
                /** @description An address to test. */
                readonly ip?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AllowListAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly allow: {
        readonly parameters: {
            readonly query?: {
                /** @description IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`. */
                readonly ip?: readonly string[];
                /** @description The same, for several addresses. */
                readonly ips?: readonly string[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AllowListChange"];
            };
        };
        readonly responses: {
            /** @description The updated list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AllowListAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly disallow: {
        readonly parameters: {
            readonly query?: {
                /** @description IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`. */
                readonly ip?: readonly string[];
                /** @description The same, for several addresses. */
                readonly ips?: readonly string[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AllowListChange"];
            };
        };
        readonly responses: {
            /** @description The updated list. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AllowListAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly bans: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All bans. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BansAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly changeBans: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BansChange"];
            };
        };
        readonly responses: {
            /** @description The updated bans. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BansAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description It stands against what is there. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly apiKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All keys. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeysAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly makeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        readonly responses: {
            /** @description All keys, and the new one with its secret. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeysAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            /** @description It stands against what is there. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query: {
                /** @description The owner of the key. */
                readonly name: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The remaining keys. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeysAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            /** @description There is no such thing. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description It stands against what is there. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 414: components["responses"]["ErrorAnswerLongQuery"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly sourceSwitches: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sources that differ from the settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceSwitchesAnswer"];
                };
            };
            readonly 400: components["responses"]["ErrorAnswerNoHost"];
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
    readonly switchSources: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SourceSwitchChange"];
            };
        };
        readonly responses: {
            /** @description The sources that differ from the settings now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceSwitchesAnswer"];
                };
            };
            /** @description The request cannot be taken; the message names what is wrong and what is allowed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            readonly 401: components["responses"]["ErrorAnswerNoToken"];
            readonly 403: components["responses"]["ErrorAnswerNotFromHereOrNotAllowed"];
            readonly 413: components["responses"]["ErrorAnswerLargeBody"];
            readonly 429: components["responses"]["ErrorAnswerTooOften"];
            readonly 500: components["responses"]["ErrorAnswerFault"];
        };
    };
}
