/** The GELF receiver of gelf.test.ts. The package has no types of its own. */
declare module 'graygelf/server.js' {
  import type { EventEmitter } from 'node:events'

  interface Server extends EventEmitter {
    listen(port: number, address: string): this
    close(): void
  }
  export default function GrayGelfServer(): Server
}
