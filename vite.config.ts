import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // The Content-Security-Policy of the server allows nothing inline: everything is a file of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Shapes of src/schema that only the server checks with: declarations, free of side effects.
    rolldownOptions: { treeshake: { manualPureFunctions: ['Type'] } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
})
