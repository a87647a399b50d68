import helmet from '@fastify/helmet'
import type { App } from '../app.ts'

/**
 * Sets the security headers of every answer. The page may run only scripts and styles of this server, none
 * inline, and cannot be framed. Styles that scripts set on elements are not affected.
 */
export async function installHeaders(app: App): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        // For documents that the page fetches and the browser displays.
        frameSrc: ['blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // See installStrictTransport.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
}

/** Paths of the interface, not of the page: `/api/tasks`, `/ready`. */
const interfacePath =
  /^\/(api|ws|incoming|ping|version|ready|metrics|mcp|elasticsearch|loki|v1|services|gelf)(?:[/?]|$)/

/** Forbids caches to store answers of the interface. */
export function installNoStore(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (interfacePath.test(request.routeOptions.url ?? request.url)) reply.header('cache-control', 'no-store')
  })
}
