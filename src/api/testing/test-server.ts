import pino from 'pino'
import type { App } from '../app.ts'
import { buildServer, type ServerDeps } from '../server.ts'
import { holdToSchemas } from './hold-to-schemas.ts'
import { People } from './people.ts'
import { OpenIntake, TokenList, TwoEvents } from './shelves.ts'
import { StandingDesk } from './standing-desk.ts'

export interface TestServer {
  app: App
  people: People
  desk: StandingDesk
  intake: OpenIntake
  tokens: TokenList
  /** Log lines at warn and above. */
  logged: string[]
}

/** The server with stand-ins behind it, every answer held to the schema that its route declares. */
export async function testServer(options: Partial<ServerDeps> = {}): Promise<TestServer> {
  const logged: string[] = []
  const people = new People()
  const desk = new StandingDesk()
  const intake = new OpenIntake()
  const tokens = new TokenList()
  const app = await buildServer({
    version: '1.2.3',
    timezone: 'UTC',
    rateLimit: 0,
    trustedProxies: [],
    identity: people,
    desk,
    intake,
    store: new TwoEvents(),
    tokens,
    log: pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }),
    ready: () => true,
    ...options,
  })
  holdToSchemas(app)
  return { app, people, desk, intake, tokens, logged }
}

/** The port that a listening server got. */
export function portOf(app: App): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

/** Headers of a caller with this token. */
export function by(token: string): Record<string, string> {
  return { authorization: `token ${token}` }
}
