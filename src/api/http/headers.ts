import helmet from '@fastify/helmet'
import type { App } from '../app.ts'

/**
 * Security headers of every answer. The page runs only what this server serves: no inline script, nobody may frame it.
 * Inline styles are allowed, since charts position their parts by style attributes.
 */
export async function installHeaders(app: App): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        // A document that the page has fetched, shown by the browser's own reader.
        frameSrc: ['blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Whether the host is always reached by HTTPS is for whoever ends TLS to say.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
}

/** Answers of the API are never kept by caches. */
export function installNoStore(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isApiPath(request.routeOptions.url ?? request.url)) reply.header('cache-control', 'no-store')
  })
}

/** Whether an address belongs to the service and never to the page. */
function isApiPath(url: string): boolean {
  return /^\/(api|ws|incoming|ping|version|elasticsearch|loki|v1|services|gelf)(?:[/?]|$)/.test(url)
}
