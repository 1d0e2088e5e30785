// Import rules of the project: which file may import which. test/architecture/architecture.test.ts has imports that break each rule.

/** Test files, which may import more than the code they test. */
const TESTS = '\\.test\\.ts$'

/** A source is one file in a folder that is read at start; sites/ has code that several lists of one site share. */
const SOURCES = '^src/(?:search/plugins|search/engines|search/checks/clouds|hotlist/sources)/'
const SOURCES_AND_SITES = '^src/(?:search/plugins|search/engines|search/checks/clouds|hotlist/(?:sources|sites))/'

/** Leaf folders that every other folder may import. */
const LEAVES = '^src/(?:observability|async)/'

/** A routes file of a service: routes.ts, report-routes.ts. */
const ROUTES = '^src/(?!app/)[^/]+/[a-z-]*routes\\.ts$'

const TRANSPORT = '^src/upstream/net/transport[^/]*\\.ts$'
const ADDRESSES = '^src/(?:upstream/net/ssrf-guard|http/access/ip-ranges)\\.ts$'

/** Matches these packages in any node_modules folder: the project's, or that of a test of the rules. */
function packages(...names) {
  return `(?:^|/)node_modules/(?:${names.join('|')})/`
}

/** Matches these Node modules and their sub-paths (`fs/promises`). */
function builtins(...names) {
  return `^(?:node:)?(?:${names.join('|')})(?:/|$)`
}

/** Modules that load the SDK of the Model Context Protocol. */
const MCP_SPEAKERS = '^src/mcp/(?:server|http-handler|stdio)\\.ts$'

/** How words are compared, and what topics and reasons of failures are called: without the schema library. */
const WORDS =
  '^src/contract/(?:channel-spelling|cloud-types|columns|fold-text|folding|match-words|reason-text)\\.ts$|^src/contract/traditional\\.json$'

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
      'A new source needs only a new file, so no other code imports a source by name. Use src/upstream/discover.ts, which reads the folder; place a test that imports a source next to it.',
    from: { pathNot: [`${SOURCES}.+${TESTS}`] },
    to: { path: SOURCES },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'A source does not depend on the server. Import only the plugin types, parsing/, source.ts and errors.ts; receive everything else as an argument of the ask function.',
    from: { path: '^src/search/(?:plugins|engines)/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/search/(?:plugin|plugin-parsing|engine|list-and-details)\\.ts$',
        '^src/parsing/',
        WORDS,
        '^src/upstream/(?:source|errors|reply-elements)\\.ts$',
        SOURCES,
      ],
    },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'The check of a cloud does not depend on the server. Import only the check types, the shared reply parsers, parsing/, source.ts and errors.ts; receive everything else as an argument.',
    from: { path: '^src/search/checks/clouds/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/search/checks/(?:check|parse-reply|share-page-api|drive-api|hosts-of-123)\\.ts$',
        '^src/parsing/',
        '^src/upstream/(?:source|errors|reply-elements)\\.ts$',
        SOURCES,
      ],
    },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'A hot list does not depend on the server. Import only the list definition, files of sites/, parsing/, source.ts and errors.ts; receive everything else as an argument of the ask function.',
    from: { path: '^src/hotlist/(?:sources|sites)/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/hotlist/(?:list-definition\\.ts$|sites/)',
        '^src/parsing/',
        '^src/upstream/(?:source|errors|reply-elements)\\.ts$',
        SOURCES,
      ],
    },
  },
  {
    name: 'a-source-sees-its-own-room',
    comment:
      'Code for declared lists has the limits of a hot list, because a declaration is a list too. Import only the list definition, shared list code, the contract and parsing; the startup code reads the operator’s file.',
    from: { path: '^src/hotlist/declared/', pathNot: TESTS },
    to: {
      path: '^(?:src|web|cli)/',
      pathNot: [
        '^src/hotlist/(?:list-definition\\.ts$|(?:sites|declared)/)',
        '^src/contract/(?:hotlist|columns)\\.ts$',
        '^src/parsing/',
        '^src/upstream/(?:source|errors|reply-elements|net/(?:feed|html-page))\\.ts$',
      ],
    },
  },
  {
    name: 'a-source-brings-no-packages',
    comment:
      'Packages of single sources are too many to audit. Use the schema library, node:crypto (for signatures) and `io`, which decodes pages, feeds and JSON; if `io` lacks a function, add it there for all sources.',
    from: { path: SOURCES_AND_SITES, pathNot: TESTS },
    to: { dependencyTypes: [...ANY_PACKAGE, 'core'], pathNot: [SCHEMA_LIBRARY, builtins('crypto')] },
  },
  {
    name: 'services-do-not-meet',
    comment:
      'Search, hot lists, pictures, watches and administration share the upstream code but no domain, and the MCP tools (mcp/) use them through the client. Move shared code below (upstream/, http/, contract/) or above (app/).',
    from: { path: '^src/(search|hotlist|image-proxy|watches|mcp|admin)/' },
    to: { path: '^src/(?:search|hotlist|image-proxy|watches|mcp|admin)/', pathNot: '^src/$1/' },
  },
  {
    name: 'upstream-is-below',
    comment:
      'upstream/ does not depend on any service, so that every service can use it. Receive values as arguments or declare a port (a type) in upstream/; only observability/, async/ and the reasons of failures in contract/ lie lower.',
    from: { path: '^src/upstream/' },
    to: { path: '^src/', pathNot: ['^src/upstream/', '^src/contract/reasons\\.ts$', LEAVES] },
  },
  {
    name: 'parsing-is-below',
    comment:
      'parsing/ is shared by the sources of both services, so it depends on neither. Import only source.ts, errors.ts, reply-elements.ts, text-limits.ts and html-page.ts of upstream/.',
    from: { path: '^src/parsing/', pathNot: TESTS },
    to: {
      path: '^src/',
      pathNot: ['^src/parsing/', '^src/upstream/(?:source|errors|reply-elements|text-limits|net/html-page)\\.ts$'],
    },
  },
  {
    name: 'bans-are-below',
    comment:
      'Both services check bans, so bans/ depends on neither. Import only contract/, parsing/ and the leaves; receive the share parser and the storage as arguments.',
    from: { path: '^src/bans/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:bans|contract|parsing)/', LEAVES] },
  },
  {
    name: 'a-store-only-keeps',
    comment:
      'The store saves data and makes no decisions, so it does not depend on HTTP or the wiring. Import only store/ and the leaves, and types of upstream/ and contract/.',
    from: { path: '^src/store/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:store|upstream|contract)/', LEAVES] },
  },
  {
    name: 'a-store-only-keeps',
    comment: 'Code of upstream/ and contract/ would reverse the dependency on the store. Use `import type`.',
    from: { path: '^src/store/', pathNot: TESTS },
    to: { path: '^src/(?:upstream|contract)/', pathNot: WORDS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'http-serves-any-service',
    comment:
      'http/ is shared by all routes, so it does not depend on a service. Move code that only one service needs to the routes file of that service.',
    from: { path: '^src/http/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:http|contract)/', LEAVES] },
  },
  {
    name: 'contract-stands-alone',
    comment:
      'The contract defines the wire, and the page and the generated client use it unchanged, so it imports no other code of the project. Translate its names at the edge of the service.',
    from: { path: '^src/contract/', pathNot: TESTS },
    to: { path: '^(?:src|standin|web|bench|test)/', pathNot: '^src/contract/' },
  },
  {
    name: 'contract-stands-alone',
    comment:
      'The page and the client use the schemas too, so they import the schema library only. Move code that needs another package out of contract/.',
    from: { path: '^src/contract/', pathNot: TESTS },
    to: { dependencyTypes: [...ANY_PACKAGE, 'core'], pathNot: SCHEMA_LIBRARY },
  },
  {
    name: 'routes-only-from-app',
    comment:
      'Routes are mounted only in app/routes.ts and app/create-app.ts, so that all routes are listed there; create-app.ts lists those that need no key. Move code that others need from a routes file into the service.',
    from: {
      pathNot: ['^src/app/(?:create-app|routes)\\.ts$', '^src/[^/]+/[a-z-]*routes\\.test\\.ts$'],
    },
    to: { path: ROUTES },
  },
  {
    name: 'nobody-imports-main',
    comment:
      'Importing a main file starts a server. Move the code you need to a separate file; tests use app/create-app.ts, the demo starts processes.',
    from: {},
    to: { path: '^(?:src|standin|bench)/main\\.ts$' },
  },
  {
    name: 'framework-at-the-door',
    comment:
      'Only http/, app/create-app.ts, app/routes.ts and the routes files use the web framework, so that all other code can be called from a terminal or a test. Take a typed request and return a value.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/http/',
        '^src/app/(?:create-app(?:\\.test)?|routes)\\.ts$',
        '^src/[^/]+/[a-z-]*routes(?:\\.test)?\\.ts$',
      ],
    },
    to: { path: packages('fastify', '@fastify/[^/]+', 'fastify-[^/]+', 'light-my-request', 'find-my-way') },
  },
  {
    name: 'framework-at-the-door',
    comment:
      'The SDK of the Model Context Protocol takes time and memory to load, so only mcp/ imports it, at the first request of the protocol. Tools get the typed client as an argument to reach the service.',
    from: { path: '^src/', pathNot: ['^src/mcp/', TESTS] },
    to: { path: packages('@modelcontextprotocol/[^/]+') },
  },
  {
    name: 'framework-at-the-door',
    comment:
      'Most installations never use the Model Context Protocol. Load the modules that import its SDK with `await import()` at the first request of the protocol.',
    from: { path: '^src/', pathNot: [MCP_SPEAKERS, TESTS] },
    to: { path: MCP_SPEAKERS, dependencyTypesNot: ['dynamic-import', 'type-only'] },
  },
  {
    name: 'one-way-out',
    comment:
      'Time-outs, limits, the breaker, proxies, metrics and the guard against private addresses work only because every attempt goes through upstream/net/transport.ts. Send requests with `io`.',
    from: { path: '^src/', pathNot: [TRANSPORT, TESTS] },
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
      'Traces go to the operator’s own collector, not through the transport. Only src/observability/otlp-tracing.ts imports the exporter packages, and it is loaded only when a collector is configured; use src/observability/tracing.ts.',
    from: { path: '^src/', pathNot: ['^src/observability/otlp-tracing\\.ts$', TESTS] },
    to: { path: packages('@opentelemetry/[^/]+') },
  },
  {
    name: 'one-file-starts-processes',
    comment: 'Only app/listening.ts starts a process, the browser of `--open` and `trawl open`.',
    from: { path: '^src/', pathNot: ['^src/app/listening\\.ts$', TESTS] },
    to: { path: builtins('cluster', 'child_process'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'replicas-only-share',
    comment:
      'replicas/ shares the state of upstream/ and http/ over Redis and depends on no service. Pass the values to publish and a listener as arguments.',
    from: { path: '^src/replicas/', pathNot: TESTS },
    to: { path: '^src/', pathNot: ['^src/(?:replicas|upstream|http)/', '^src/contract/reasons\\.ts$', LEAVES] },
  },
  {
    name: 'replicas-only-share',
    comment:
      'Most installations have one replica, so only the wiring imports replicas/. Declare a port with a default for a single replica.',
    from: { path: '^src/', pathNot: ['^src/app/[a-z-]+\\.ts$', '^src/replicas/', TESTS] },
    to: { path: '^src/replicas/' },
  },
  {
    name: 'few-speak-to-servers',
    comment:
      'Every Redis call has a timeout and may fail, and only replicas/ handles that. Use its connection (`line`).',
    from: { path: '^src/', pathNot: ['^src/replicas/', TESTS] },
    to: { path: packages('ioredis') },
  },
  {
    name: 'few-speak-to-servers',
    comment:
      'Storage code is written once for both databases over store/sql.ts, so only store/ imports the driver. Use a function of store/.',
    from: { path: '^src/', pathNot: ['^src/store/', TESTS] },
    to: { path: packages('pg') },
  },
  {
    name: 'few-touch-the-disk',
    comment:
      'Code that reads files can be tricked into reading the wrong one, and slows the start. Only main.ts, config/, bans/watched-file.ts, app/listening.ts (which reads /proc), store/, upstream/discover.ts, http/page/assets.ts, image-proxy/scaling/scale-picture.ts (WebAssembly files of packages), cli/run-in-process.ts and cli/migrate.ts do; receive file contents as an argument.',
    from: {
      path: '^src/',
      pathNot: [
        '^src/(?:main|config/(?:schema|env)|bans/watched-file|app/listening)\\.ts$',
        '^src/store/',
        '^src/upstream/discover\\.ts$',
        '^src/http/page/assets\\.ts$',
        '^src/image-proxy/scaling/scale-picture\\.ts$',
        '^src/cli/(?:run-in-process|migrate)\\.ts$',
        TESTS,
      ],
    },
    to: { path: builtins('fs') },
  },
  {
    name: 'web-knows-the-contract',
    comment:
      'The page talks to the server over the wire, so it depends on the wire only. Import only src/contract/ and client/.',
    from: { path: '^web/' },
    to: { path: '^(?:src|standin|bench)/', pathNot: '^src/contract/' },
  },
  {
    name: 'web-takes-types-only',
    comment: 'A schema imported as a value adds the schema library to the page. Use `import type`.',
    from: { path: '^web/', pathNot: TESTS },
    to: { path: '^src/', pathNot: WORDS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'views-do-not-meet',
    comment:
      'Each view of the page is loaded when it is opened, and an import of another view would load that too. Move shared code to web/src/components/.',
    from: { path: '^web/src/(search|hot|status|watches)/' },
    to: { path: '^web/src/(?:search|hot|status|watches)/', pathNot: '^web/src/$1/' },
  },
  {
    name: 'views-do-not-meet',
    comment:
      'The frame and what views share are loaded with every view, so an import of a view, of the palette or of the settings would load that too. Move shared code to web/src/components/.',
    from: { path: '^web/src/(?:frame|components|muted)/' },
    to: { path: '^web/src/(?:(?:search|hot|status|watches|palette|settings)/|(?:app|page-dialogs)\\.tsx$)' },
  },
  {
    name: 'client-stands-alone',
    comment:
      'The client is installed alone, also in pages, so it imports no package, no Node module and no other code of the project. Use wire-types.ts, which the build makes from the schemas of the service.',
    from: { path: '^client/' },
    to: { pathNot: '^client/' },
  },
  {
    name: 'client-stands-alone',
    comment:
      'Only the terminal (cli/), the tools of agents (mcp/) and the page are clients of a Trawl server; call the service directly.',
    from: { path: '^src/', pathNot: ['^src/(?:cli|mcp)/', TESTS] },
    to: { path: '^client/' },
  },
  {
    name: 'src-leans-on-no-test',
    comment:
      'The shipped code works without tests, stand-ins, benchmarks and fixtures. Pass the difference as an argument.',
    from: { path: '^src/', pathNot: TESTS },
    to: { path: ['^(?:test|standin|bench|fixtures)/', TESTS] },
  },
  {
    name: 'stand-ins-do-not-know-us',
    comment: 'A stand-in that uses the service’s code repeats its bugs. Write its knowledge of an upstream separately.',
    from: { path: '^standin/' },
    to: { path: '^(?:src|web)/' },
  },
  {
    name: 'no-circular',
    comment:
      'Files in a cycle cannot be understood or tested alone; type imports count too. Move the shared code to a third file, or merge the files.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'No file imports this file and it imports nothing, so it is unused. Delete it, or use it.',
    from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^web/(?:docs|public)/'] },
    to: {},
  },
  {
    name: 'no-dev-package-shipped',
    comment:
      'What src/ imports runs in the service, and a checkout after `npm ci --omit=dev` has to start. Move the package to `dependencies` in package.json (and to docs/dependencies.md), or remove the import.',
    from: { path: '^src/', pathNot: TESTS },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'], pathNot: packages('@types') },
  },
  {
    name: 'no-unresolvable',
    comment: 'There is no such file, module or package. Correct the path, or add the package.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'Another package depends on it and may drop it. Add it to package.json.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    exclude: { path: '^web/(?:dist|public)/' },
    doNotFollow: { path: 'node_modules' },
    // Without this, type-only imports are not checked.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
