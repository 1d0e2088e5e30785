// The walls of the house as rules: which file may import which. Each rule has a seeded violation in test/architecture/seeds.

/** A test stands beside what it tests and may reach further than it does. */
const TESTS = '\\.test\\.ts$'

/** A source: one file in one of the folders that are read at start; sites/ holds what several lists of one site share. */
const SOURCES = '^src/(?:search/plugins|search/checks/clouds|hotlist/sources)/'
const SOURCES_AND_SITES = '^src/(?:search/plugins|search/checks/clouds|hotlist/(?:sources|sites))/'

/** Leaves that anyone below may use. */
const LEAVES = '^src/(?:observability|async)/'

/** A routes file of a service: routes.ts, report-routes.ts. */
const ROUTES = '^src/(?!app/)[^/]+/[a-z-]*routes\\.ts$'

const TRANSPORT = '^src/upstream/net/transport[^/]*\\.ts$'
const ADDRESSES = '^src/(?:upstream/net/ssrf-guard|http/access/ip-ranges)\\.ts$'

/** Matches these packages wherever node_modules is: beside the project, or above a seed. */
function packages(...names) {
  return `(?:^|/)node_modules/(?:${names.join('|')})/`
}

/** Matches these modules of Node, their sub-paths (`fs/promises`) included. */
function builtins(...names) {
  return `^(?:node:)?(?:${names.join('|')})(?:/|$)`
}

/** What makes the statements of storage code; never loaded where the service runs. */
const STATEMENTS = '^src/store/sql/(?:statements/|(?:statement-builder|list-arguments)\\.ts$)'

/** What begins to speak the Model Context Protocol. */
const MCP_SPEAKERS = '^src/mcp/(?:server|http-handler|stdio)\\.ts$'

/** The processes that listen in the place of the main one. */
const WORKERS = '^src/workers/'

const SCHEMA_LIBRARY = packages('zod')
const WIRES = [
  packages('undici', 'axios', 'got', 'ky', 'ws', 'node-fetch', 'superagent'),
  builtins('http', 'https', 'http2', 'tls', 'dns', 'dgram'),
]
const ANY_PACKAGE = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown']

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  {
    name: 'sources-are-found-not-named',
    comment:
      'Adding a source is adding a file: whoever names one has to be edited for the next. Let src/upstream/discover.ts read the folder; in a test, take the source from what it found, or stand beside it.',
    from: { pathNot: [`${SOURCES}.+${TESTS}`] },
    to: { path: SOURCES },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'A source does not know there is a server. It sees what a plugin is, and what it may use of the outside world (source.ts, errors.ts); everything else is handed to its ask function.',
    from: { path: '^src/search/plugins/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/search/(?:plugin|plugin-parsing|plugin-families/[a-z]+)\\.ts$',
        '^src/parsing/',
        '^src/upstream/(?:source|errors)\\.ts$',
        SOURCES,
      ],
    },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'The check of a cloud does not know there is a server. It sees what a check is, what checks share in reading answers, and what it may use of the outside world (source.ts, errors.ts); everything else is handed to it.',
    from: { path: '^src/search/checks/clouds/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/search/checks/(?:check|parse-reply|share-page-api|drive-api)\\.ts$',
        '^src/parsing/',
        '^src/upstream/(?:source|errors)\\.ts$',
        SOURCES,
      ],
    },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'A list does not know there is a server. It sees what a hot list is, the sites/ files its site shares, and what it may use of the outside world (source.ts, errors.ts); everything else is handed to its ask function.',
    from: { path: '^src/hotlist/(?:sources|sites)/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/hotlist/(?:list-definition\\.ts$|sites/)',
        '^src/parsing/',
        '^src/upstream/(?:source|errors)\\.ts$',
        SOURCES,
      ],
    },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'A declared list is a list like any other, written in an operator’s words: what makes it one sees what a hot list is, what lists share, and how pages are read. The file is read, and its lists are taken in, by whoever starts the service.',
    from: { path: '^src/hotlist/declared/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/hotlist/(?:list-definition\\.ts$|(?:sites|declared)/)',
        '^src/contract/hotlist\\.ts$',
        '^src/parsing/',
        '^src/upstream/(?:source|errors|net/html-page)\\.ts$',
      ],
    },
  },
  {
    name: 'a-source-brings-no-packages',
    comment:
      'A hundred sources with a package each cannot be kept safe. A source has the schema library and node:crypto (for signatures); pages, feeds and JSON come decoded from `io`. If something is missing there, widen `io` for everybody.',
    from: { path: SOURCES_AND_SITES, pathNot: TESTS },
    to: { dependencyTypes: [...ANY_PACKAGE, 'core'], pathNot: [SCHEMA_LIBRARY, builtins('crypto')] },
  },
  {
    name: 'services-do-not-meet',
    comment:
      'Search, hot lists and pictures are services that share a way of asking, not a domain, and the tools of agents (mcp/) ask them through a port. What more than one needs belongs below (upstream/, http/, contract/) or above (app/).',
    from: { path: '^src/(search|hotlist|image-proxy|mcp)/' },
    to: { path: '^src/(?:search|hotlist|image-proxy|mcp)/', pathNot: '^src/$1/' },
  },
  {
    name: 'upstream-is-below',
    comment:
      'upstream/ does not know what it is asked for, so that every service can stand on it. Take what you need as an argument or declare a port (a type) in upstream/; only observability/ and async/ lie lower.',
    from: { path: '^src/upstream/' },
    to: { path: '^src/', pathNot: ['^src/upstream/', LEAVES] },
  },
  {
    name: 'parsing-is-below',
    comment:
      'parsing/ is what sources of both services share in reading foreign replies. It knows pages, failures and the bounds of texts (upstream/), and nothing of what is searched or listed.',
    from: { path: '^src/parsing/', pathNot: TESTS },
    to: {
      path: '^src/',
      pathNot: ['^src/parsing/', '^src/upstream/(?:source|errors|text-limits|net/html-page)\\.ts$'],
    },
  },
  {
    name: 'bans-are-below',
    comment:
      'What must never be shown is looked for by both services, so bans/ knows neither. It sees the wire, how texts are folded (parsing/) and the leaves; which address is which share, and where bans are kept, is handed to it.',
    from: { path: '^src/bans/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:bans|contract|parsing)/', LEAVES] },
  },
  {
    name: 'a-store-only-keeps',
    comment:
      'The store stores what it is given and decides nothing. It sees its own room and the leaves; HTTP and the wiring are not its business.',
    from: { path: '^src/store/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:store|upstream|contract)/', LEAVES] },
  },
  {
    name: 'a-store-only-keeps',
    comment:
      'From upstream/ and contract/ the store takes types only: `import type`. Running their code from here would turn the arrow round.',
    from: { path: '^src/store/', pathNot: TESTS },
    to: { path: '^src/(?:upstream|contract)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'http-serves-any-service',
    comment:
      'http/ is what all routes share and does not know whose routes it serves. What only one service needs belongs in the routes file of that service.',
    from: { path: '^src/http/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:http|contract)/', LEAVES] },
  },
  {
    name: 'contract-stands-alone',
    comment:
      'The contract is the wire, and others (the page, a generated client) take it as it is: it imports nothing of ours. Translate between its names and ours at the edge of the service.',
    from: { path: '^src/contract/', pathNot: TESTS },
    to: { path: '^(?:src|standin|web|bench|test)/', pathNot: '^src/contract/' },
  },
  {
    name: 'contract-stands-alone',
    comment: 'Schemas need the schema library and nothing else.',
    from: { path: '^src/contract/', pathNot: TESTS },
    to: { dependencyTypes: [...ANY_PACKAGE, 'core'], pathNot: SCHEMA_LIBRARY },
  },
  {
    name: 'routes-only-from-app',
    comment:
      'Routes are mounted in one place, app/mount-routes.ts and app/create-app.ts, so that it is known what is served; app/public-paths.ts lists those that need no key. Code that others need from a routes file belongs in the service itself.',
    from: {
      pathNot: ['^src/app/(?:create-app|mount-routes|public-paths)\\.ts$', '^src/[^/]+/[a-z-]*routes\\.test\\.ts$'],
    },
    to: { path: ROUTES },
  },
  {
    name: 'nobody-imports-main',
    comment:
      'Importing a main file starts a server. What you want from it belongs in a file of its own; tests start at app/create-app.ts, the demo starts processes.',
    from: {},
    to: { path: '^(?:src|standin|bench)/main\\.ts$' },
  },
  {
    name: 'framework-at-the-door',
    comment:
      'The web framework is known to http/, app/create-app.ts, app/mount-routes.ts and the routes files. Further in, a function takes a typed request and returns a value, and can be called from a terminal or a test.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/http/',
        '^src/app/(?:create-app(?:\\.test)?|mount-routes)\\.ts$',
        '^src/[^/]+/[a-z-]*routes(?:\\.test)?\\.ts$',
      ],
    },
    to: { path: packages('fastify', '@fastify/[^/]+', 'fastify-[^/]+', 'light-my-request', 'find-my-way') },
  },
  {
    name: 'framework-at-the-door',
    comment:
      'The SDK of the Model Context Protocol takes time and memory to load, so only mcp/ has it, and loads it when somebody speaks the protocol. What tools need of the service they have by the port in mcp/backend.ts.',
    from: { path: '^src/', pathNot: ['^src/mcp/', TESTS] },
    to: { path: packages('@modelcontextprotocol/[^/]+') },
  },
  {
    name: 'framework-at-the-door',
    comment:
      'What brings the SDK of the Model Context Protocol is loaded by `await import()` when somebody speaks the protocol: most who run Trawl never do.',
    from: { path: '^src/', pathNot: [MCP_SPEAKERS, TESTS] },
    to: { path: MCP_SPEAKERS, dependencyTypesNot: ['dynamic-import', 'type-only'] },
  },
  {
    name: 'one-way-out',
    comment:
      'Time-outs, limits, the breaker, proxies, metrics and the guard against private addresses hold only because every attempt leaves through upstream/net/transport.ts. Ask with `io`.',
    from: { path: '^src/', pathNot: [TRANSPORT, WORKERS, TESTS] },
    to: { path: WIRES },
  },
  {
    name: 'one-way-out',
    comment:
      'node:net opens sockets. Only the transport does that; upstream/net/ssrf-guard.ts and http/access/ip-ranges.ts may read its address tables (BlockList, isIP).',
    from: { path: '^src/', pathNot: [TRANSPORT, ADDRESSES, TESTS] },
    to: { path: builtins('net') },
  },
  {
    name: 'one-way-out',
    comment:
      'Traces go to the operator’s own collector, past the transport. Only src/observability/otlp-tracing.ts brings the packages that send them, and it is loaded only where there is a collector: trace with src/observability/tracing.ts.',
    from: { path: '^src/', pathNot: ['^src/observability/otlp-tracing\\.ts$', TESTS] },
    to: { path: packages('@opentelemetry/[^/]+') },
  },
  {
    name: 'workers-only-hand-on',
    comment:
      'A worker sends bytes that are ready and hands everything else on; whatever asks, keeps or decides is in the main process, once. From the rooms below it takes what counts, bounds and words only.',
    from: { path: WORKERS, pathNot: TESTS },
    to: {
      path: '^src/',
      pathNot: [
        '^src/(?:workers|http)/',
        '^src/upstream/cache/versions\\.ts$',
        '^src/store/memory/weighted-cache\\.ts$',
        LEAVES,
      ],
    },
  },
  {
    name: 'workers-only-hand-on',
    comment:
      'Of the wires workers/ takes plain HTTP to the main process, by a socket of the file system. All other ways out are those of upstream/net/transport.ts.',
    from: { path: WORKERS, pathNot: TESTS },
    to: { path: WIRES, pathNot: builtins('http') },
  },
  {
    name: 'workers-only-hand-on',
    comment:
      'Only app/front.ts starts worker processes, app/worker-main.ts is their entry, and app/storage.ts divides the memory among them: no other code knows how many there are.',
    from: { path: '^src/', pathNot: ['^src/app/(?:front|storage|worker-main)\\.ts$', WORKERS, TESTS] },
    to: { path: WORKERS },
  },
  {
    name: 'workers-only-hand-on',
    comment:
      'Only workers/ starts processes, and app/start-parser.ts the parser process. Code that talks to one of them receives it as an argument.',
    from: { path: '^src/', pathNot: ['^src/app/start-parser\\.ts$', WORKERS, TESTS] },
    to: { path: builtins('cluster', 'child_process'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'replicas-only-share',
    comment:
      'replicas/ carries over Redis what replicas share of asking and of the door, and knows neither service. Pass it what to publish, and a listener.',
    from: { path: '^src/replicas/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:replicas|upstream|http)/', LEAVES] },
  },
  {
    name: 'replicas-only-share',
    comment:
      'Most who run Trawl have one of it. Only the wiring knows that there may be others: whoever can be shared has a port that is alone by default.',
    from: { path: '^src/', pathNot: ['^src/app/[a-z-]+\\.ts$', '^src/replicas/', TESTS] },
    to: { path: '^src/replicas/' },
  },
  {
    name: 'few-speak-to-servers',
    comment:
      'Every call of Redis is bounded and may fail: replicas/ handles that, so only it brings the packages. Use its line.',
    from: { path: '^src/', pathNot: ['^src/replicas/', TESTS] },
    to: { path: packages('ioredis', 'bullmq') },
  },
  {
    name: 'few-speak-to-servers',
    comment: 'What is kept is written once for both databases, over store/sql.ts: only store/ brings the driver.',
    from: { path: '^src/', pathNot: ['^src/store/', TESTS] },
    to: { path: packages('pg') },
  },
  {
    name: 'statements-are-made-beforehand',
    comment:
      'Statements are written down in store/statements.json, so that no start loads what builds them. Write yours in store/statements/, run npm run statements, and take it by statementsOf, with an `import type` of its file.',
    from: { path: '^src/', pathNot: [STATEMENTS, TESTS] },
    to: { path: STATEMENTS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'few-touch-the-disk',
    comment:
      'Whatever reads files can be made to read the wrong one, and slows a start. Only main.ts, config/, hotlist/load-declared-lists.ts, bans/watched-file.ts, app/parser-main.ts (for Linux to end it first), store/, upstream/discover.ts, workers/private-socket.ts, http/page/assets.ts, the doctor, who looks at fixtures, and what a terminal starts (cli/run-in-process.ts, migrate.ts), which reads the settings as main.ts does, do; take contents as an argument.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/(?:main|config/(?:schema|env)|bans/watched-file|app/parser-main|hotlist/load-declared-lists)\\.ts$',
        '^src/store/',
        '^src/upstream/discover\\.ts$',
        '^src/http/page/assets\\.ts$',
        '^src/workers/private-socket\\.ts$',
        '^src/cli/(?:run-in-process|doctor/fixture-samples|migrate)\\.ts$',
        TESTS,
      ],
    },
    to: { path: builtins('fs') },
  },
  {
    name: 'web-knows-the-contract',
    comment:
      'The page talks to the server over the wire, so it knows the wire and nothing behind it: src/contract/ only.',
    from: { path: '^web/' },
    to: { path: '^(?:src|standin|bench)/', pathNot: '^src/contract/' },
  },
  {
    name: 'web-takes-types-only',
    comment:
      'A schema imported as a value brings the schema library into the page of every visitor. Use `import type`.',
    from: { path: '^web/' },
    to: { path: '^src/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'views-do-not-meet',
    comment:
      'Each view of the page is loaded when it is opened; one that takes from another brings it along. What both need belongs into web/src/components/.',
    from: { path: '^web/src/(search|hot|status)/' },
    to: { path: '^web/src/(?:search|hot|status)/', pathNot: '^web/src/$1/' },
  },
  {
    name: 'client-stands-alone',
    comment:
      'The client is installed by itself, into pages too: it brings no package, nothing of Node and nothing of ours. What it knows of the wire comes from wire-types.ts, which is made from the description.',
    from: { path: '^client/' },
    to: { pathNot: '^client/' },
  },
  {
    name: 'client-stands-alone',
    comment:
      'The service does not ask itself over the wire. Only what may speak to another Trawl (a terminal, an agent over stdio) takes the client.',
    from: { path: '^src/', pathNot: ['^src/(?:cli|mcp)/', TESTS] },
    to: { path: '^client/' },
  },
  {
    name: 'src-leans-on-no-test',
    comment:
      'What ships works without tests, stand-ins, benchmarks and fixtures. Hand the difference in as an argument instead.',
    from: { path: '^src/', pathNot: TESTS },
    to: { path: ['^(?:test|standin|bench|fixtures)/', TESTS] },
  },
  {
    name: 'stand-ins-do-not-know-us',
    comment:
      'A stand-in made of our own code agrees with our bugs. It knows fixtures, weather and faults; what it needs to say about an upstream it says for itself.',
    from: { path: '^standin/' },
    to: { path: '^(?:src|web)/' },
  },
  {
    name: 'no-circular',
    comment:
      'Two files that import each other are one file, or hide a third. Move what both need into a file below; types count too.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nothing imports this file and it imports nothing: delete it, or use it.',
    from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^web/(?:docs|public)/'] },
    to: {},
  },
  {
    name: 'no-dev-package-shipped',
    comment:
      'A container is built without the dev packages, so the service would not start there. Move the package to `dependencies` in package.json (and to docs/dependencies.md), or do without.',
    from: { path: '^src/', pathNot: [STATEMENTS, TESTS] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'], pathNot: packages('@types') },
  },
  {
    name: 'no-unresolvable',
    comment: 'There is no such file, module or package: mend the path, or add the package.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'It is there by luck: another package brought it and may take it away. Add it to package.json.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    // The seeds break the rules on purpose; their test reads them, each as a project of its own.
    exclude: { path: '^(?:test/architecture/seeds|web/(?:dist|public))/' },
    doNotFollow: { path: 'node_modules' },
    // Without this, type-only imports pass unseen.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
