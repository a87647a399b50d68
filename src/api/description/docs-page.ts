import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { FixedContent } from '../http/answers/fixed-content.ts'
import type { App } from '../http/app.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Millrace: the HTTP interface</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <main id="docs"></main>
    <noscript>This page needs JavaScript; the description itself is at <a href="/api/schema">/api/schema</a>.</noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/** Served as a file, since our content security policy forbids inline scripts. */
const start = `SwaggerUIBundle({
  url: '/api/schema',
  dom_id: '#docs',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** Files of Swagger UI that the page loads, with their media types. */
const libraryFiles = [
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['swagger-ui.css', 'text/css'],
  ['favicon-32x32.png', 'image/png'],
] as const

/** Serves the page, without its files, at a path. */
export function docsPageRoute(app: App, url: string, summary: string): void {
  app.get(
    url,
    {
      config: { access: 'public', produces: 'text/html' },
      schema: { summary, response: { 200: Type.String({ description: 'A page that reads /api/schema' }) } },
    },
    async (_request, reply) => reply.type('text/html; charset=utf-8').send(page),
  )
}

/** GET /api/docs: the description in Swagger UI. All files come from this server. */
export function docsRoutes(app: App): void {
  const library = new URL('static/', import.meta.resolve('@fastify/swagger-ui'))
  docsPageRoute(app, '/api/docs', 'This description as a page')
  app.get(
    '/api/docs/start.js',
    { config: { access: 'public', produces: 'text/javascript' }, schema: { hide: true } },
    async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start),
  )
  for (const [name, type] of libraryFiles) {
    const content = new FixedContent(() => readFile(new URL(name, library)))
    app.get(
      `/api/docs/${name}`,
      { config: { access: 'public', produces: type }, schema: { hide: true } },
      async (request, reply) => reply.type(type).send(await content.encodedFor(request, reply)),
    )
  }
}
