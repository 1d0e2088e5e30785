// The wire as types. Made of src/contract/generated/openapi.json by npm run description; a test says when it is not what that makes.
export interface components {
    schemas: {
        /** @description The process can answer. */
        readonly AliveAnswer: {
            /** @constant */
            readonly status: "ok";
        };
        /** @description The allow list, and what was asked about it. */
        readonly AllowListAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description Does it hold anybody back? An empty list lets in everybody. */
            readonly enabled: boolean;
            /** @description Addresses and blocks, in the order in which they were added. */
            readonly whitelist: readonly string[];
            readonly count: number;
            /** @description The address that was asked about. */
            readonly ip?: string;
            /** @description Would it pass? */
            readonly allowed?: boolean;
        };
        /** @description What is added or removed; in a query, or in a body. */
        readonly AllowListChange: {
            /**
             * @description IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`.
             * @default []
             */
            readonly ip?: readonly string[] | string;
            /**
             * @description The same; for who has several.
             * @default []
             */
            readonly ips?: readonly string[] | string;
        };
        /** @description Something that is never shown. */
        readonly Ban: {
            /**
             * @description What is banned: a share, a word of titles, a channel, or a host.
             * @enum {string}
             */
            readonly kind: "share" | "word" | "channel" | "host";
            readonly value: string;
            readonly note: string;
            /** @description When it was added, in epoch milliseconds. */
            readonly since: number;
            /**
             * @description From the file of bans, or added here.
             * @enum {string}
             */
            readonly from: "file" | "api";
        };
        /** @description A ban to add. */
        readonly BanEntry: {
            /**
             * @description What is banned: a share, a word of titles, a channel, or a host.
             * @enum {string}
             */
            readonly kind: "share" | "word" | "channel" | "host";
            /** @description Which one. */
            readonly value: string;
            /**
             * @description For whoever runs the service.
             * @default
             */
            readonly note?: string;
        };
        /** @description A ban to lift. */
        readonly BanToLift: {
            /**
             * @description What is banned: a share, a word of titles, a channel, or a host.
             * @enum {string}
             */
            readonly kind: "share" | "word" | "channel" | "host";
            /** @description Which one. */
            readonly value: string;
        };
        /** @description All bans; and after a change those that it added and lifted. */
        readonly BansAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly bans: readonly components["schemas"]["Ban"][];
            readonly total: number;
            readonly added?: readonly components["schemas"]["Ban"][];
            readonly removed?: readonly components["schemas"]["Ban"][];
        };
        /** @description What is banned, and what is not any more; one of them at least. */
        readonly BansChange: {
            /**
             * @description Bans to add.
             * @default []
             */
            readonly add?: readonly components["schemas"]["BanEntry"][];
            /**
             * @description Bans to lift. Those of the file of bans cannot be lifted here.
             * @default []
             */
            readonly remove?: readonly components["schemas"]["BanToLift"][];
        };
        /** @description Lists, in the order in which they were asked for. */
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
            /** @description What was asked for and is no list. */
            readonly invalidSources: readonly string[];
            readonly results: readonly components["schemas"]["BatchResult"][];
        };
        /** @description A list of a batch. */
        readonly BatchResult: {
            /** @description The id as it was asked for. */
            readonly id: string;
            readonly name: string;
            /** @description Did it give a list, now or earlier? */
            readonly success: boolean;
            readonly data: readonly components["schemas"]["HotItem"][];
            /** @description How many items are told. */
            readonly count: number;
            /** @description Were they kept from an earlier ask? */
            readonly cached: boolean;
            /** @description Are they older than the interval of the list, or the last good ones of a site that fails? */
            readonly stale: boolean;
            /** @description When the site gave the list, in epoch milliseconds; null when there is none. */
            readonly updatedAt: number | null;
            /** @description Why the site could not be asked; beside it the last good items, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description A link to be checked. */
        readonly CheckItem: {
            /** @description Which cloud the caller takes it for; told again in the answer. The address decides. */
            readonly disk_type?: string;
            /** @description Where the share is. Nothing but the clouds that are known is asked. */
            readonly url: string;
            /** @description The access code, where it does not stand in the address. */
            readonly password?: string;
        };
        /** @description Links to be checked. Other fields are ignored. */
        readonly CheckRequest: {
            /** @description The links; answered in their order. */
            readonly items: readonly components["schemas"]["CheckItem"][];
        };
        /** @description What is known of each link, in their order. */
        readonly CheckResponse: {
            readonly results: readonly components["schemas"]["CheckResult"][];
        };
        /** @description What is known of one link. */
        readonly CheckResult: {
            /** @description Which cloud it is at, or what was sent. */
            readonly disk_type: string;
            /** @description The address as it was sent. */
            readonly url: string;
            /** @description The one spelling of it; empty when it is no share. */
            readonly normalized_url: string;
            /**
             * @description There (`ok`), gone (`bad`), there behind an access code that is missing or wrong (`locked`), at no cloud that can be asked, or not known.
             * @enum {string}
             */
            readonly state: "ok" | "bad" | "locked" | "unsupported" | "uncertain";
            /** @description Was it known already? */
            readonly cache_hit: boolean;
            /** @description When the cloud said so, in epoch milliseconds; 0 when it did not. */
            readonly checked_at: number;
            /** @description Until when this may be believed, in epoch milliseconds. */
            readonly expires_at: number;
            /** @description A sentence for people. */
            readonly summary: string;
        };
        /** @description An item of a list as DailyHotApi has it. */
        readonly DailyHotItem: {
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description A picture: a cover, or a label.
             */
            readonly cover?: string;
            /** @description A summary, or a few words. */
            readonly desc?: string;
            /** @description How hot it is, in whatever the site counts. */
            readonly hot?: number;
            /** @description When it was published, in epoch milliseconds. */
            readonly timestamp?: number;
            /** Format: uri */
            readonly url: string;
            /**
             * Format: uri
             * @description Where it is, for phones.
             */
            readonly mobileUrl: string;
        };
        /** @description A list as DailyHotApi has it. */
        readonly DailyHotList: {
            /** @constant */
            readonly code: 200;
            /** @description The name as it was asked for. */
            readonly name: string;
            /** @description The site. */
            readonly title: string;
            /** @description Which of its lists. */
            readonly type: string;
            /** @description What may be sent to get another of the lists under this name: each parameter with its values. */
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
             * @description The page that the list stands on.
             */
            readonly link: string;
            /** @description How many items are told. */
            readonly total: number;
            /**
             * Format: date-time
             * @description When the site gave the list.
             */
            readonly updateTime: string;
            /** @description Was it kept from an earlier ask? */
            readonly fromCache: boolean;
            /** @description Why it is an old list, or not whole. */
            readonly message?: string;
            readonly data: readonly components["schemas"]["DailyHotItem"][];
        };
        /** @description The lists there are, as DailyHotApi has them. */
        readonly DailyHotRoutes: {
            /** @constant */
            readonly code: 200;
            /** @description How many there are. */
            readonly count: number;
            /** @description Each with its path, or with why it cannot be asked. */
            readonly routes: readonly ({
                readonly name: string;
                readonly path: string;
            } | {
                readonly name: string;
                readonly message: string;
            })[];
        };
        /** @description A description in the words of OpenAPI 3.1. */
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
        /** @description Which lists are asked for. */
        readonly EntireRequest: {
            /** @description Ids of lists, or of sites, at most 200. What they do not mean is passed over. */
            readonly sources: readonly string[];
        };
        /** @description An error on a path of the hot lists. */
        readonly ErrorAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description What went wrong, for programs: a word, and what it is about. */
            readonly error: {
                /** @enum {string} */
                readonly code: "SOURCE_NOT_FOUND" | "SOURCE_DISABLED" | "SERVICE_BUSY" | "VALIDATION_ERROR" | "UPSTREAM_FAILED" | "TIMEOUT" | "RATE_LIMITED" | "FORBIDDEN" | "UNAUTHORIZED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INTERNAL_ERROR";
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            };
            /** @description The list that was asked for, where it is off or gives nothing. */
            readonly source?: components["schemas"]["HotSource"];
            /** @description The status. */
            readonly statusCode: number;
            /** @description What is wrong, and what is allowed. */
            readonly message: string;
        };
        /** @description What failed of sources. */
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
            /** @description The latest, newest first. */
            readonly errors: readonly {
                readonly source: string;
                /** @enum {string} */
                readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
                readonly message: string;
                readonly at: number;
            }[];
        };
        /** @description Items that have the words. */
        readonly FindAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description How many are told. */
            readonly count: number;
            /** @description How many there are. */
            readonly total: number;
            /** @description In how many lists was looked: those of which something is kept. */
            readonly searched: number;
            /** @description How many lists are on. */
            readonly lists: number;
            readonly results: readonly components["schemas"]["FoundItem"][];
        };
        /** @description An item, and the list it is in. */
        readonly FoundItem: {
            /** @description The id of the list. */
            readonly id: string;
            readonly name: string;
            readonly title?: string;
            readonly color: string;
            /** @enum {string} */
            readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
            /** @description When the site gave the list, in epoch milliseconds; null when there is none. */
            readonly updatedAt: number;
            /** @description Are they older than the interval of the list, or the last good ones of a site that fails? */
            readonly stale: boolean;
            readonly item: components["schemas"]["HotItem"];
        };
        /** @description What can be searched. */
        readonly HealthResponse: {
            /** @enum {string} */
            readonly status: "ok" | "degraded" | "down";
            readonly plugins_enabled: boolean;
            readonly plugin_count: number;
            /** @description The plugins that are on. */
            readonly plugins: readonly string[];
            /** @description The channels that are searched when a request names none. */
            readonly channels: readonly string[];
            readonly channels_count: number;
            /** @description Do people have to log in? */
            readonly auth_enabled: boolean;
            readonly version: string;
        };
        /** @description Lists by their ids. */
        readonly HotBatchAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description The lists, by the ids as asked for. */
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
            /** @description The same for this item in every answer of its list. */
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description Where it is.
             */
            readonly url: string;
            /**
             * Format: uri
             * @description Where it is, for phones.
             */
            readonly mobileUrl?: string;
            /** @description When it was published, in epoch milliseconds. */
            readonly pubDate?: number;
            /** @description Its place, from 1. */
            readonly rank: number;
            /** @description How hot it is, in whatever the site counts. */
            readonly hot?: number;
            /** @description What only some sites tell. `diff` is how many places it gained since the list before. */
            readonly extra?: {
                readonly hover?: string;
                readonly info?: string;
                readonly date?: string;
                /** Format: uri */
                readonly icon?: string;
                readonly diff?: number;
            };
        };
        /** @description The items of a list. */
        readonly HotItems: readonly components["schemas"]["HotItem"][];
        /** @description A list of a batch by ids. */
        readonly HotResult: {
            /** @description The id as it was asked for. */
            readonly id: string;
            /** @description Did it give a list, now or earlier? */
            readonly success: boolean;
            readonly items: readonly components["schemas"]["HotItem"][];
            /** @description How many items are told. */
            readonly count: number;
            /** @description How long it took, in milliseconds. */
            readonly responseTime: number;
            /** @description Were they kept from an earlier ask? */
            readonly cached: boolean;
            /** @description Are they older than the interval of the list, or the last good ones of a site that fails? */
            readonly stale: boolean;
            /** @description When the site gave the list, in epoch milliseconds; null when there is none. */
            readonly updatedAt: number | null;
            /** @description Why the site could not be asked; beside it the last good items, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description A list. */
        readonly HotSource: {
            readonly id: string;
            /** @description The site. */
            readonly name: string;
            /** @description What tells it from other lists of the site. */
            readonly title?: string;
            /** @description How name and title sound; absent where nothing in them is Chinese. */
            readonly pinyin?: string;
            /** @description The site; as an id it means its first list. */
            readonly family: string;
            /**
             * Format: uri
             * @description The page that the list stands on.
             */
            readonly home: string;
            /**
             * @description What is hottest, or what is new.
             * @enum {string}
             */
            readonly type: "hottest" | "realtime";
            /** @description How often it changes, in seconds; it is asked no more often. */
            readonly interval: number;
            /** @description Is it on here? */
            readonly enabled: boolean;
            /**
             * @description The group it is shown in.
             * @enum {string}
             */
            readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
            /** @description The colour of the site. */
            readonly color: string;
        };
        /** @description How asking a list went so far. */
        readonly HotSourceMetrics: {
            /** @description Without those that were not made, because the site was left alone after failures. */
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
                readonly at: number;
            } | null;
        };
        /** @description What there is. */
        readonly IndexAnswer: {
            /** @constant */
            readonly name: "trawl";
            readonly version: string;
            /** @description What each is for, and its parameters. */
            readonly endpoints: {
                readonly [key: string]: string;
            };
        };
        /** @description How a share was found to be. */
        readonly LinkHealth: {
            /**
             * @description There (`ok`), gone (`bad`), or there behind an access code that was not known.
             * @enum {string}
             */
            readonly state: "ok" | "bad" | "locked";
            /** @description When, in epoch milliseconds. */
            readonly checkedAt: number;
            /** @description Until when that may be believed, in epoch milliseconds. */
            readonly expiresAt: number;
        };
        /** @description A share, each once, however many sources have it. */
        readonly LinkItem: {
            /** @description Where it is, with the access code where the cloud takes it there. */
            readonly url: string;
            /** @description The access code; empty when there is none. */
            readonly password: string;
            /** @description Its title. */
            readonly note: string;
            /** @description When it was posted; `0001-01-01T00:00:00Z` when nobody knows. */
            readonly datetime: string;
            /** @description Who had it first: `tg:` and a channel, or `plugin:` and a plugin. */
            readonly source: string;
            /** @description Addresses of pictures. */
            readonly images: readonly string[];
            /** @description The same for a share however its address is spelled. */
            readonly key?: string;
            /** @description Every source that has it, `source` first. */
            readonly sources?: readonly string[];
            /**
             * @description Is what was searched for in its title, or in the text around it only?
             * @enum {string}
             */
            readonly relevance?: "title" | "text";
            /** @description How it was when it was last checked; absent when it never was. */
            readonly health?: components["schemas"]["LinkHealth"];
        };
        /** @description Links by cloud type. Types without links are not there. */
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
        /** @description Why a list could not be asked. */
        readonly ListFailure: {
            /** @enum {string} */
            readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open" | "disabled" | "unknown" | "internal";
            /** @description A sentence for people. */
            readonly message: string;
            /** @description When the next try is due, in epoch milliseconds; absent where there is to be none. */
            readonly retryAt?: number;
        };
        /** @description A line of the log. */
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
            /** @description How a source failed. */
            readonly kind?: string;
            /** @description The same as a sentence. */
            readonly detail?: string;
            /** @description How long it took, in milliseconds. */
            readonly ms?: number;
            readonly bytes?: number;
            /**
             * @description Did the client leave before there was an answer?
             * @constant
             */
            readonly left?: true;
            /** @description The network of who asked (/24, /48), for administrators only. */
            readonly ip?: string;
            readonly err?: {
                readonly message: string;
                readonly stack?: string;
            };
            /**
             * @description It was too long to be kept whole.
             * @constant
             */
            readonly cut?: true;
        };
        /** @description How many lines are kept. */
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
        /** @description An error on a path of logging in. */
        readonly LoginError: {
            /** @description The status. */
            readonly code: number;
            /** @description What is wrong, and what is allowed. */
            readonly message: string;
            /** @description The same as `message`. */
            readonly error: string;
        };
        /** @description Who wants in. */
        readonly LoginRequest: {
            /** @description As `AUTH_USERS` has it. */
            readonly username: string;
            /** @description As it is, blanks at its ends included. */
            readonly password: string;
        };
        /** @description Whoever sends the token is who logged in. */
        readonly LoginResponse: {
            /** @description To be sent as `Authorization: Bearer`. */
            readonly token: string;
            /** @description Until when it counts, in seconds since 1970. */
            readonly expires_at: number;
            readonly username: string;
        };
        /** @description The token has ended. */
        readonly LogoutResponse: {
            readonly message: string;
        };
        /** @description Lines of the log, newest first. */
        readonly LogsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly count: number;
            readonly logs: readonly components["schemas"]["LogEntry"][];
            readonly stats?: components["schemas"]["LogStats"];
        };
        /** @description An answer, or word of the progress of a call. */
        readonly McpAnswer: {
            /** @constant */
            readonly jsonrpc: "2.0";
            /** @description That of the request. */
            readonly id?: (string | number) | null;
            readonly method?: string;
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @description Of a call: `content` for a model, `structuredContent` for a program, `isError` where it came to nothing. */
            readonly result?: {
                readonly [key: string]: unknown;
            };
            /** @description Why the message could not be taken. */
            readonly error?: {
                readonly code: number;
                readonly message: string;
                readonly data?: unknown;
            };
        };
        /** @description An error on the path of the protocol. */
        readonly McpError: {
            /** @constant */
            readonly jsonrpc: "2.0";
            /** @description Of no request: nobody has read it. */
            readonly id: (string | number) | null;
            /** @description What went wrong, and its status under `data`. */
            readonly error: {
                readonly code: number;
                readonly message: string;
                readonly data?: unknown;
            };
        };
        /** @description The same as an event. */
        readonly McpEvent: {
            /** @constant */
            readonly event: "message";
            readonly data: components["schemas"]["McpAnswer"];
        };
        /** @description A message of JSON-RPC 2.0, as an agent’s program sends it. */
        readonly McpRequest: {
            /**
             * @description Always 2.0.
             * @constant
             */
            readonly jsonrpc: "2.0";
            /** @description What the answer is known by; a message without it is answered by 202. */
            readonly id?: string | number;
            /** @description `initialize`, `tools/list`, `tools/call` … */
            readonly method: string;
            /** @description Of a call: `name` and `arguments`; with `_meta.progressToken` its progress is told. */
            readonly params?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Figures since the start. */
        readonly MetricsAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description All requests. Errors are ours (5xx); `clientErrors` are those of callers (4xx). Times are in milliseconds, `uptime` in seconds, rates from 0 to 1. */
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
            /** @description By route, the busiest first. */
            readonly routes?: readonly components["schemas"]["RouteFigures"][];
            /** @description By source, the busiest first. */
            readonly sources: readonly components["schemas"]["SourceFigures"][];
        };
        /** @description An error on a path that NewsNow’s clients ask. */
        readonly NewsNowError: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description What went wrong, for programs: a word, and what it is about. */
            readonly error: {
                /** @enum {string} */
                readonly code: "SOURCE_NOT_FOUND" | "SOURCE_DISABLED" | "SERVICE_BUSY" | "VALIDATION_ERROR" | "UPSTREAM_FAILED" | "TIMEOUT" | "RATE_LIMITED" | "FORBIDDEN" | "UNAUTHORIZED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INTERNAL_ERROR";
                readonly message: string;
                readonly details: {
                    readonly [key: string]: unknown;
                };
            };
            readonly source?: components["schemas"]["HotSource"];
            /** @description The status. */
            readonly statusCode: number;
            /** @description What is wrong, and what is allowed. */
            readonly message: string;
            /** @description What HTTP calls the status. */
            readonly statusMessage: string;
        };
        /** @description An item of a list as NewsNow has it. */
        readonly NewsNowItem: {
            readonly id: string;
            readonly title: string;
            /** Format: uri */
            readonly url: string;
            /** Format: uri */
            readonly mobileUrl?: string;
            /** @description When it was published, in epoch milliseconds. */
            readonly pubDate?: number;
            /** @description What only some sites tell. `diff` is how many places it gained since the list before. */
            readonly extra?: {
                readonly hover?: string;
                readonly info?: string;
                readonly date?: string;
                /** Format: uri */
                readonly icon?: string;
                readonly diff?: number;
            };
        };
        /** @description A list as NewsNow has it. */
        readonly NewsNowList: {
            /**
             * @description `success`: no older than its interval. `cache`: older, or the last good one of a site that fails.
             * @enum {string}
             */
            readonly status: "success" | "cache";
            /** @description The id as it was asked for. */
            readonly id: string;
            /** @description When the site gave the list, in epoch milliseconds. */
            readonly updatedTime: number;
            /** @description The first 30. */
            readonly items: readonly components["schemas"]["NewsNowItem"][];
        };
        /** @description What is kept of the lists, in the order in which they were asked for. */
        readonly NewsNowLists: readonly components["schemas"]["NewsNowList"][];
        /** @description Whether one can log in as NewsNow has it: never. */
        readonly NewsNowLogin: {
            /** @constant */
            readonly enable: false;
        };
        /** @description An object of which nothing is read. */
        readonly Nothing: Record<string, never>;
        /** @description Lists, in the order in which they were asked for. */
        readonly OptimizedAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /** @description How it was gone about. */
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
            /** @description What was asked for and is no list. */
            readonly invalidSources: readonly string[];
            readonly results: readonly {
                readonly id: string;
                readonly name: string;
                readonly success: boolean;
                readonly data: readonly components["schemas"]["HotItem"][];
                readonly count: number;
                readonly cached: boolean;
                readonly stale: boolean;
                readonly updatedAt: number | null;
                readonly error?: components["schemas"]["ListFailure"];
                readonly responseTime: number;
            }[];
        };
        /** @description An error. */
        readonly PlainError: {
            /** @description The status. */
            readonly code: number;
            /** @description What is wrong, and what is allowed. */
            readonly message: string;
        };
        /** @description The service takes requests, perhaps not as well as it should. */
        readonly ReadyAnswer: {
            /** @enum {string} */
            readonly status: "ok" | "degraded";
            /** @description What is wrong now, a sentence each. */
            readonly troubles?: readonly string[];
            /** @description What is over but should be known, a sentence each. */
            readonly notices?: readonly string[];
        };
        /** @description A post with links. */
        readonly ResultItem: {
            /** @description The source's own id of it; may be empty. */
            readonly message_id: string;
            /** @description The same in every search. */
            readonly unique_id: string;
            /** @description The channel; empty for what a plugin found. */
            readonly channel: string;
            /** @description When it was posted; `0001-01-01T00:00:00Z` when nobody knows. */
            readonly datetime: string;
            readonly title: string;
            /** @description Its text. */
            readonly content: string;
            readonly links: readonly components["schemas"]["ResultLink"][];
            /** @description Hashtags, and the categories that the site puts it in. */
            readonly tags: readonly string[];
            /** @description Addresses of pictures. */
            readonly images: readonly string[];
            /** @description Who has it: `tg:` and a channel, or `plugin:` and a plugin. */
            readonly source: string;
        };
        /** @description A link of a post. */
        readonly ResultLink: {
            /**
             * @description Which cloud it is at.
             * @enum {string}
             */
            readonly type: "115" | "123" | "baidu" | "aliyun" | "quark" | "guangya" | "tianyi" | "uc" | "mobile" | "pikpak" | "xunlei" | "magnet" | "ed2k" | "others";
            readonly url: string;
            /** @description The access code; empty when there is none. */
            readonly password: string;
            /** @description The title that belongs to this link, where a post has several. */
            readonly work_title?: string;
            /** @description When this link was posted, where that differs. */
            readonly datetime?: string;
        };
        /** @description The requests of a route. */
        readonly RouteFigures: {
            /** @description Its pattern; `unrouted` for what no route took. */
            readonly route: string;
            readonly method: string;
            readonly requests: number;
            /** @description Ours: 5xx. */
            readonly errors: number;
            /** @description Those of callers: 4xx. */
            readonly clientErrors: number;
            /** @description In milliseconds. */
            readonly avgResponseTime: number;
            /** @description Of the latest ones, in milliseconds. */
            readonly p50: number;
            /** @description Of the latest ones, in milliseconds. */
            readonly p95: number;
            /** @description Of the latest ones, in milliseconds. */
            readonly p99: number;
            /** @description How many were answered how. */
            readonly byStatus: {
                readonly [key: string]: number;
            };
        };
        /** @description The search is over; the last event. */
        readonly SearchEnd: {
            /** @description Had every source answered or failed? */
            readonly complete: boolean;
            readonly sources: components["schemas"]["SearchSources"];
            readonly archive?: {
                readonly links: number;
            };
            readonly dead?: number;
            /** @description How long it took, in milliseconds. */
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
        /** @description What few need of a search. */
        readonly SearchExt: {
            /** @description The English title; plugins that search in English look for it instead of `kw`. */
            readonly title_en?: string;
            /** @description Answer after so many milliseconds at the latest, with what has come by then. */
            readonly deadline_ms?: number;
            /**
             * @description Links known to be dead: put at the end (`sink`, the default), left out, or treated as any other.
             * @enum {string}
             */
            readonly health?: "sink" | "hide" | "ignore";
            /** @description Tell more of each link: `key`, `sources`, `relevance` and `health`. */
            readonly details?: boolean;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Words that titles of links must or must not have. */
        readonly SearchFilter: {
            /**
             * @description A link needs one of these.
             * @default []
             */
            readonly include?: readonly string[] | string;
            /**
             * @description A link must have none of these; this one wins.
             * @default []
             */
            readonly exclude?: readonly string[] | string;
        };
        /** @description Links that are new, or better known than before. */
        readonly SearchLinks: {
            /** @description Links by cloud type. Types without links are not there. */
            readonly merged_by_type: components["schemas"]["LinksByType"];
            /** @description Addresses told earlier that these links replace. */
            readonly replaced?: readonly string[];
            /**
             * @description They come from the archive: no source has given them in this search so far.
             * @constant
             */
            readonly archive?: true;
        };
        /** @description How complete an answer is. */
        readonly SearchMeta: {
            /** @description Had every source answered or failed? If not, the same search asked again later has more. */
            readonly complete: boolean;
            readonly sources: components["schemas"]["SearchSources"];
            /** @description Of the links answered: those that no source gave this time. Absent where nothing is archived. */
            readonly archive?: {
                readonly links: number;
            };
            /** @description How many links are known to be dead: at the end, or left out. Absent when there are none. */
            readonly dead?: number;
        };
        /** @description What is searched for, where, and how. */
        readonly SearchRequest: {
            /** @description What is searched for. Several words must all occur, in any order. */
            readonly kw: string;
            /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Any channel may be named, listed or not. Default: all that the service knows. */
            readonly channels?: readonly string[] | string;
            /** @description Plugins to use. Default: all that are on. Unknown names are left out, with a warning. */
            readonly plugins?: readonly string[] | string;
            /** @description Only links to these clouds. Default: all. Unknown names are left out, with a warning. */
            readonly cloud_types?: readonly string[] | string;
            /**
             * @description How many requests to sources this search has in flight at once. 0 means the default, of which the operator may set another.
             * @default 10
             */
            readonly conc?: number;
            /**
             * @description Ask all sources anew, whatever is kept of them.
             * @default false
             */
            readonly refresh?: boolean;
            /**
             * @description Which shape `data` has: links by cloud, posts, or both. `merge` means `merged_by_type`.
             * @default merged_by_type
             * @enum {string}
             */
            readonly res?: "merged_by_type" | "results" | "all" | "merge";
            /**
             * @description Where to search: channels (`tg`), plugins, or both. What the other one names is ignored.
             * @default all
             * @enum {string}
             */
            readonly src?: "all" | "tg" | "plugin";
            /**
             * @description What few need. Fields that are not named here are handed to the plugins.
             * @default {}
             */
            readonly ext?: components["schemas"]["SearchExt"];
            /** @description Words that titles of links must or must not have. */
            readonly filter?: components["schemas"]["SearchFilter"];
        };
        /** @description What was found. */
        readonly SearchResponse: {
            /**
             * @description Always 0: errors have a status of their own.
             * @constant
             */
            readonly code: 0;
            /** @constant */
            readonly message: "success";
            /** @description What was found, in the shape that `res` asked for. `total` counts the links, or the posts where there are only posts. */
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
            };
            /** @description What the caller should know; absent when there is nothing. */
            readonly warnings?: readonly components["schemas"]["SearchWarning"][];
            readonly meta: components["schemas"]["SearchMeta"];
        };
        /** @description Posts that are new. */
        readonly SearchResults: {
            readonly results: readonly components["schemas"]["ResultItem"][];
        };
        /** @description A source has answered, failed, or was not waited for. */
        readonly SearchSource: {
            /** @description Its id. */
            readonly source: string;
            /** @enum {string} */
            readonly state: "fresh" | "cached" | "stale" | "failed" | "pending";
            /** @description How long it took, in milliseconds. */
            readonly took_ms: number;
            /** @description How many posts it gave. */
            readonly count: number;
            readonly failure?: components["schemas"]["SourceFailure"];
        };
        /** @description How many sources were asked, and how that went. */
        readonly SearchSources: {
            readonly asked: number;
            readonly answered: number;
            readonly failed: number;
            readonly pending: number;
        };
        /** @description The search has begun. */
        readonly SearchStart: {
            /** @description The ids of all sources that are asked. */
            readonly sources: readonly string[];
            readonly warnings?: readonly components["schemas"]["SearchWarning"][];
        };
        /** @description Something the caller should know about an answer. */
        readonly SearchWarning: {
            /** @enum {string} */
            readonly kind: "unknown_plugin" | "unknown_cloud_type" | "blocked_channel" | "source_failed" | "source_partial" | "deadline_reached" | "kept_answers" | "answer_too_large" | "no_sources";
            /** @description The source it is about. */
            readonly source?: string;
            /** @description A sentence for people. */
            readonly detail: string;
        };
        /** @description A list. */
        readonly SourceAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly source: components["schemas"]["HotSource"];
            /** @description How many items the list has. */
            readonly total: number;
            readonly data: readonly components["schemas"]["HotItem"][];
            /** @description How many items are told. */
            readonly count: number;
            /** @description Were they kept from an earlier ask? */
            readonly cached: boolean;
            /** @description Are they older than the interval of the list, or the last good ones of a site that fails? */
            readonly stale: boolean;
            /** @description When the site gave the list, in epoch milliseconds; null when there is none. */
            readonly updatedAt: number | null;
            /** @description Why the site could not be asked; beside it the last good items, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
        };
        /** @description Why a source failed. */
        readonly SourceFailure: {
            /** @enum {string} */
            readonly kind: "timeout" | "network" | "unavailable" | "blocked" | "mismatch" | "open";
            /** @description A sentence for people. */
            readonly detail: string;
        };
        /** @description How asking a source went so far. */
        readonly SourceFigures: {
            readonly source: string;
            /** @description How often it was asked. */
            readonly requests: number;
            /** @description How often it was not, because its host was left alone after failures. */
            readonly refused: number;
            /** @description Of the requests, from 0 to 1. */
            readonly successRate: number;
            /** @description In milliseconds. */
            readonly avgResponseTime: number;
            /** @enum {string} */
            readonly health: "healthy" | "degraded" | "unhealthy" | "unknown";
        };
        /** @description The lists. */
        readonly SourcesAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            readonly count: number;
            readonly sources: readonly {
                readonly id: string;
                readonly name: string;
                readonly title?: string;
                readonly pinyin?: string;
                readonly family: string;
                /** Format: uri */
                readonly home: string;
                /** @enum {string} */
                readonly type: "hottest" | "realtime";
                readonly interval: number;
                readonly enabled: boolean;
                /** @enum {string} */
                readonly column: "china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life";
                readonly color: string;
                readonly metrics?: components["schemas"]["HotSourceMetrics"];
                /** @enum {string} */
                readonly health?: "healthy" | "degraded" | "unhealthy" | "unknown";
            }[];
        };
        /** @description How the service and its sources are. */
        readonly StatusAnswer: {
            /** @constant */
            readonly apiVersion: "1.0";
            readonly timestamp: number;
            /**
             * @description Unhealthy: the service itself cannot work, or more than half of the sources of a service asked in the last ten minutes are unhealthy. Degraded: more than a tenth are, or what is kept is in trouble.
             * @enum {string}
             */
            readonly status: "healthy" | "degraded" | "unhealthy";
            /** @description Why it is not healthy, and what should be known although it is, a sentence each. */
            readonly reasons: readonly string[];
            /** @description The search and the hot lists, each by its own sources. */
            readonly services: {
                /** @enum {string} */
                readonly search: "healthy" | "degraded" | "unhealthy";
                /** @enum {string} */
                readonly hotlist: "healthy" | "degraded" | "unhealthy";
            };
            readonly system: components["schemas"]["SystemAnswer"];
            /** @description The hot lists, counted. */
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
            /** @description The channels and plugins. */
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
                        readonly at: number;
                    } | null;
                }[];
            };
            /** @description The hot lists, one by one. */
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
                    readonly at: number;
                } | null;
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
        /** @description A message about a list: it begins, some of its items, it ends; or it failed. */
        readonly StreamMessage: {
            /** @enum {string} */
            readonly type: "start" | "data" | "end" | "error";
            /** @description The id as it was asked for; `*` when the service itself failed. */
            readonly sourceId: string;
            /** @description Items; only messages of the type `data` have some. */
            readonly data: readonly components["schemas"]["HotItem"][];
            /** @description How many items the list has. */
            readonly total: number;
            /** @description Were they kept from an earlier ask? */
            readonly cached?: boolean;
            /** @description Are they older than the interval of the list, or the last good ones of a site that fails? */
            readonly stale?: boolean;
            /** @description When the site gave the list, in epoch milliseconds; null when there is none. */
            readonly updatedAt?: number | null;
            /** @description Why the site could not be asked; beside it the last good items, if there are any. */
            readonly error?: components["schemas"]["ListFailure"];
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
        /** @description The token counts; or nobody needs one, which `message` says. */
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
                /** @description What is searched for. Several words must all occur, in any order. */
                readonly kw: string;
                /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Any channel may be named, listed or not. Default: all that the service knows. */
                readonly channels?: readonly string[];
                /** @description Plugins to use. Default: all that are on. Unknown names are left out, with a warning. */
                readonly plugins?: readonly string[];
                /** @description Only links to these clouds. Default: all. Unknown names are left out, with a warning. */
                readonly cloud_types?: readonly string[];
                /** @description How many requests to sources this search has in flight at once. 0 means the default, of which the operator may set another. */
                readonly conc?: number;
                /** @description Ask all sources anew, whatever is kept of them. */
                readonly refresh?: boolean;
                /** @description Which shape `data` has: links by cloud, posts, or both. `merge` means `merged_by_type`. */
                readonly res?: "merged_by_type" | "results" | "all" | "merge";
                /** @description Where to search: channels (`tg`), plugins, or both. What the other one names is ignored. */
                readonly src?: "all" | "tg" | "plugin";
                /** @description What few need. Fields that are not named here are handed to the plugins. */
                readonly ext?: string;
                /** @description Words that titles of links must or must not have. */
                readonly filter?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was found. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
            /** @description What was found. */
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
                /** @description What is searched for. Several words must all occur, in any order. */
                readonly kw: string;
                /** @description Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Any channel may be named, listed or not. Default: all that the service knows. */
                readonly channels?: readonly string[];
                /** @description Plugins to use. Default: all that are on. Unknown names are left out, with a warning. */
                readonly plugins?: readonly string[];
                /** @description Only links to these clouds. Default: all. Unknown names are left out, with a warning. */
                readonly cloud_types?: readonly string[];
                /** @description How many requests to sources this search has in flight at once. 0 means the default, of which the operator may set another. */
                readonly conc?: number;
                /** @description Ask all sources anew, whatever is kept of them. */
                readonly refresh?: boolean;
                /** @description Which shape `data` has: links by cloud, posts, or both. `merge` means `merged_by_type`. */
                readonly res?: "merged_by_type" | "results" | "all" | "merge";
                /** @description Where to search: channels (`tg`), plugins, or both. What the other one names is ignored. */
                readonly src?: "all" | "tg" | "plugin";
                /** @description What few need. Fields that are not named here are handed to the plugins. */
                readonly ext?: string;
                /** @description Words that titles of links must or must not have. */
                readonly filter?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events, as they come. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["SearchEvent"];
                };
            };
            /** @description All has been told: the client came again with `Last-Event-ID: end`. */
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
    readonly health: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What can be searched. */
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
            /** @description What is known of each link. */
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
                /** @description Lists that are turned off here too. */
                readonly includeDisabled?: boolean;
                /** @description Tell of each list how asking it went. */
                readonly metrics?: boolean;
                /** @description Only lists of these groups. */
                readonly column?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
                /** @description Only lists of what is hottest, or of what is new. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description Ask the site anew, whatever is kept, once in 10 s at most; more requests get the same answer. A site that is left alone after failures is tried then, once in 10 s too. */
                readonly force?: boolean;
                /** @description How many items of each list. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of a list, or of a site, which means its first list. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description Words; an item must have all of them in its title. Pinyin and its initials find Chinese. */
                readonly q: string;
                /** @description How many items. */
                readonly limit?: number;
                /** @description Only in lists of these groups. */
                readonly column?: readonly ("china" | "world" | "tech" | "finance" | "sports" | "entertainment" | "game" | "community" | "science" | "life")[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Items that have the words. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FindAnswer"];
                };
            };
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description The id of a list, or of a site, which means its first list. */
                readonly id: string;
                /** @description Ask the site anew, whatever is kept, once in 10 s at most; more requests get the same answer. A site that is left alone after failures is tried then, once in 10 s too. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
    readonly lists: {
        readonly parameters: {
            readonly query: {
                /** @description Ids of lists, at most 200. The id of a site means its first list. */
                readonly sources: readonly string[];
                /** @description Ask the site anew, whatever is kept, once in 10 s at most; more requests get the same answer. A site that is left alone after failures is tried then, once in 10 s too. */
                readonly force?: boolean;
                /** @description How many items of each list. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description Ids of lists, at most 200. The id of a site means its first list. Default: all that are on. */
                readonly ids?: readonly string[];
                /** @description How many items of each list. */
                readonly limit?: number;
                /** @description How many lists are asked at once. */
                readonly concurrency?: number;
                /** @description How long to wait, in milliseconds. Lists that have not answered by then are failures of the kind `timeout`. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description Ids of lists, at most 200. The id of a site means its first list. Default: all that are on. */
                readonly sources?: readonly string[];
                /** @description Requests of a higher one are served first when many wait. */
                readonly priority?: "high" | "medium" | "low";
                /** @description How many lists are asked at once. */
                readonly concurrency?: number;
                /** @description How long to wait, in milliseconds. Lists that have not answered by then are failures of the kind `timeout`. */
                readonly timeout?: number;
                /** @description How many items of each list. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description How many items a message has at most. */
                readonly chunkSize?: number;
                /** @description The pause between two messages about one list, in milliseconds. */
                readonly delay?: number;
                /** @description Stay, and tell a list again whenever it has changed. */
                readonly follow?: boolean;
                /** @description With `follow`: lists no newer than this (epoch milliseconds) are not told at first; the client has them. */
                readonly since?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The messages, as they come. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": components["schemas"]["StreamMessage"];
                    readonly "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            /** @description All has been told: the client came again with `Last-Event-ID: end`. */
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
    readonly newsNowList: {
        readonly parameters: {
            readonly query: {
                /** @description The id of a list, or of a site, which means its first list. */
                readonly id: string;
                /** @description Sent with any value but `false`: ask the site anew, whatever is kept. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
            /** @description One cannot. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
                /** @description How many items; more than there are is all of them. */
                readonly limit?: number;
                /** @description As an RSS 2.0 feed. */
                readonly rss?: boolean;
                /** @description `false`: ask the site anew, whatever is kept. */
                readonly cache?: boolean;
                /** @description Which of its lists; `params` of an answer has the values. Of lists that are several under one name; others ignore it. */
                readonly type?: string;
                /** @description The same as `type`, of nytimes. */
                readonly area?: string;
                /** @description The time of acfun’s ranking. */
                readonly range?: string;
                /** @description The order of hellogithub. */
                readonly sort?: string;
                /** @description The game of miyoushe. */
                readonly game?: string;
                /** @description The province of weatheralarm. */
                readonly province?: string;
                /** @description Of history, which has today only. */
                readonly month?: string;
                /** @description Of history, which has today only. */
                readonly day?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description A name of DailyHotApi’s, which may mean another list than the id of that name does elsewhere; or the id of a list. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
            /** @description The answer, behind word of its progress. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["McpEvent"];
                    readonly "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description Taken; there is nothing to answer. */
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
            /** @description It counts. */
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
            /** @description The token has ended. */
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
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
            /** @description The description. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DescriptionAnswer"];
                };
            };
            /** @description The answer is still that of the ETag in `If-None-Match`. */
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
            /** @description How it is. */
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
            /** @description It is. */
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
            /** @description It does. */
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
                /** @description Its address, as a result or an item has it: `https://host/path`, without a port, a name or a password. */
                readonly url: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The picture. */
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
            /** @description The picture is still that of the ETag in `If-None-Match`. */
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
                /** @description By route too. */
                readonly detailed?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The figures. */
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
                /** @description Only of this source: the id of a list, or of a site, which means its first list; `tg:` and a channel, or `plugin:` and a plugin. */
                readonly source?: string;
                /** @description How many of the latest. */
                readonly limit?: number;
                /** @description Only what is newer than this, in epoch milliseconds. */
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
                /** @description How many of the latest. */
                readonly limit?: number;
                /** @description Only lines of this level and above. */
                readonly level?: "debug" | "info" | "warn" | "error" | "fatal";
                /** @description Only of this source: the id of a list, or of a site, which means its first list; `tg:` and a channel, or `plugin:` and a plugin. */
                readonly source?: string;
                /** @description Only lines about requests whose path begins with this. */
                readonly path?: string;
                /** @description Only what is newer than this, in epoch milliseconds. */
                readonly since?: number;
                /** @description How many lines are kept, too. */
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
            /** @description The figures, in the text format of Prometheus. */
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
                /** @description Would this address pass? */
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
                /** @description The same; for who has several. */
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
            /** @description The list as it is now. */
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
                /** @description The same; for who has several. */
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
            /** @description The list as it is now. */
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
            /** @description All bans as they are now. */
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
}
