// How the page is built: one entry, small chunks, nothing inline, so that its Content-Security-Policy can be strict.
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** What the page itself answers; everything else belongs to the service and is never answered from what a browser keeps. */
const views = [/^\/(?:\?.*)?$/, /^\/hot(?:\?.*)?$/, /^\/status(?:\?.*)?$/]

export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [
    tailwind(),
    VitePWA({
      // The page registers it itself, by a name that its policy of trusted types knows.
      injectRegister: null,
      registerType: 'prompt',
      filename: 'sw.js',
      manifest: {
        name: 'Trawl',
        short_name: 'Trawl',
        description: '网盘搜索 · 热榜 — search and hot lists',
        lang: 'zh-CN',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: '#0b6e75',
        background_color: '#f5f7f8',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        shortcuts: [
          { name: '搜索 Search', url: '/' },
          { name: '热榜 Hot lists', url: '/hot' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css,svg,webmanifest}', 'icon-192.png'],
        navigateFallback: '/index.html',
        navigateFallbackAllowlist: views,
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
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What all views share is one chunk, and so are the small pieces that two of them share: many small chunks compress badly.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 4 },
            { name: 'small', minShareCount: 2, test: /lucide|src\/(?:clock|ages)|parts\/(?:marked|narrow)/ },
          ],
        },
      },
    },
  },
  // For who changes the page: `npm run dev` beside a running service.
  server: { proxy: { '/api': process.env.TRAWL_URL ?? 'http://127.0.0.1:8888' } },
})
