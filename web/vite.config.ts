// Build of the page: one entry, small chunks, no inline scripts, for a strict Content-Security-Policy.
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { answerWithDocument, isBoardAnswer, isView } from './src/offline-views.ts'

/** Vite wraps each dynamic import, to load style sheets before it: this page has one, in its documents. */
const withoutPreloading: Plugin = {
  name: 'without-preloading',
  configResolved({ plugins }) {
    const at = plugins.findIndex(({ name }) => name === 'native:import-analysis-build')
    if (at < 0) throw new Error('vite.config.ts: the plugin that wraps dynamic imports has another name now')
    if (Array.isArray(plugins)) plugins.splice(at, 1)
  },
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [
    withoutPreloading,
    tailwind(),
    VitePWA({
      // The page registers it itself, with its Trusted Types policy.
      injectRegister: null,
      registerType: 'prompt',
      filename: 'sw.js',
      manifest: {
        name: 'Trawl',
        short_name: 'Trawl',
        description: '网盘搜索 · 热榜 — search and hot lists',
        lang: 'zh-CN',
        start_url: './',
        scope: './',
        display: 'standalone',
        theme_color: '#0b6e75',
        background_color: '#f5f7f8',
        // The page finds the address and code of a share in a text.
        share_target: { action: './', method: 'GET', params: { text: 'text', url: 'url', title: 'title' } },
        icons: [
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: 'icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        shortcuts: [
          { name: '搜索 Search', url: './' },
          { name: '热榜 Hot lists', url: './hot' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css,svg,webmanifest}', 'icon-192.png'],
        navigateFallback: null,
        runtimeCaching: [
          { urlPattern: isView, handler: answerWithDocument },
          {
            urlPattern: isBoardAnswer,
            handler: 'NetworkFirst',
            options: { cacheName: 'board', expiration: { maxEntries: 30 }, matchOptions: { ignoreVary: true } },
          },
        ],
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: 'chunks.json',
    license: { fileName: 'licenses.md' },
    assetsInlineLimit: 0,
    // The server names what a first view needs. A list of all chunks in the entry would be 2 KB of every first view.
    modulePreload: false,
    // One file, which the documents contain: chunks with style sheets of their own would wait for it to be loaded again.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Code shared by all views is one chunk, and so are modules shared by a few: many small chunks compress badly, and over HTTP/1.1 a
    // browser asks for six files at a time.
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Modules that the entry needs stay in it.
          includeDependenciesRecursively: false,
          groups: [
            // Never a module of one view, nor a dialog, which no first view shows: every view would load it.
            {
              name: 'shared',
              minShareCount: 7,
              test: /^(?!.*\/web\/src\/(?:hot|search|status|watches|settings|components\/(?:dialog|cloud-names|error-page|list-name|topics|select|use-copy|use-report|poll-while-visible|data-table|login-button|age))[/.])(?!.*\/icons\/(?:clock|key-round|server-crash|triangle-alert|wifi-off)\.)/,
            },
            {
              name: 'small',
              minShareCount: 2,
              test: /\/(?:age|clock|format-time|use-narrow|use-muted)\.tsx?/,
            },
            // The board, its cards and the stories need them.
            {
              name: 'board',
              minShareCount: 2,
              test: /\/hot\/(?:board|board-context|board-layout|item-details|list-loader|list-state|live-updates|messages|tabs|reading|scroll-box|last-seen)\.tsx?|\/icons\/list-checks\./,
            },
            // Names of lists and topics; what results and watched words share.
            {
              name: 'names',
              minShareCount: 2,
              test: /\/components\/(?:list-name|topics)\.tsx?|\/contract\/columns\.ts/,
            },
            {
              name: 'links',
              minShareCount: 2,
              test: /\/components\/(?:cloud-names|use-copy)\.ts/,
            },
            { name: 'story', minShareCount: 2, test: /\/hot\/stories\/(?:messages|story-parts)\.tsx?/ },
            {
              name: 'errors',
              minShareCount: 2,
              test: /\/(?:error-page|login-button|source-name|last-look|select)\.tsx?|\/(?:key-round|server-crash)\./,
            },
            // Without those of dialogs and of views without content.
            {
              name: 'icons',
              minShareCount: 3,
              test: /lucide(?!.*\/(?:share-2|download|search-x|key-round|server-crash)\.)/,
            },
            // The search view and that of unknown addresses have it.
            {
              name: 'box',
              minShareCount: 2,
              test: /\/search\/(?:search-box|messages)\.ts|\/icons\/sliders-horizontal\./,
            },
            {
              name: 'search',
              minShareCount: 2,
              test: /\/contract\/(?:channel-spelling|cloud-types)\.ts|\/search\/(?:lazy-parts|link-health|uncheckable|use-was-near|attribute-ids|works\/work-pills|link-text|search-state|search-url|works\/works-messages|works\/my-clouds|works\/initial|works\/saves-data)\.ts/,
            },
          ],
        },
      },
    },
  },
  // For development: `npm run dev` beside a running server.
  server: { proxy: { '/api': process.env.TRAWL_URL ?? 'http://127.0.0.1:8888' } },
})
