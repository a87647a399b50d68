import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * A compressed file beside each script and style: smaller than what the server would make of it at each load.
 */
function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter(name => /\.(js|css)$/.test(name))
      const write = async (file: string) =>
        await writeFile(`${file}.br`, await compress(await readFile(file)))
      await Promise.all(files.map(name => write(path.join(dir, name))))
    },
  }
}

/** Tables, forms and filters of the pages besides the search: one file, which the search does not load. */
const kit =
  /\/components\/(lists\/|Section\.|kit\.|dialogs\/FormDialog\.|forms\/(Check|FilterSelect|Form|TextArea|shape-field|use-form)\.)/

/** Declarations of shapes, and the library that makes them. */
const shapes = /\/node_modules\/typebox\/|\/src\/schema\//

export default defineConfig({
  root: 'src/web',
  plugins: [react(), compressedAssets()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // The Content-Security-Policy of the server allows nothing inline: everything is a file of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the package, which names all licenses in one file (scripts/package/licenses.mjs).
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      treeshake: {
        // Shapes of src/schema that only the server checks with: declarations, free of side effects.
        manualPureFunctions: ['Type', 'nullable', 'lineText'],
        moduleSideEffects: id => !shapes.test(id),
      },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'kit', test: kit },
            // Otherwise in the file that every page loads.
            { name: 'shapes', test: /\/node_modules\/typebox\/|\/src\/schema\/shapes\./ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      // Not the sources of src/web/api.
      '^/api/(?!.*[.]ts)': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
})
