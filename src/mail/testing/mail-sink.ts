import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The authenticated user. */
  user: string | undefined
  /** Headers and body as sent. */
  source: string
}

/** A real SMTP server that records messages. */
export class MailSink {
  readonly received: ReceivedMail[] = []
  /** Errors with which it refuses the next messages. */
  readonly refusals: string[] = []
  readonly unknownRecipients = new Set<string>()
  readonly #server: SMTPServer
  /** A message is accepted once this resolves. */
  hold: Promise<void> | undefined
  readonly #holding = Promise.withResolvers<void>()

  constructor(password?: string) {
    this.#server = new SMTPServer({
      authOptional: password === undefined,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      onAuth({ username, password: given }, _session, done) {
        if (given === password) done(null, { user: username })
        else done(new Error(`wrong password ${given}`))
      },
      onRcptTo: ({ address }, _session, done) => {
        done(this.unknownRecipients.has(address) ? new Error('no such mailbox') : null)
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          this.#holding.resolve()
          await this.hold
          const refusal = this.refusals.shift()
          if (refusal !== undefined) return done(new Error(refusal))
          const { mailFrom, rcptTo } = session.envelope
          this.received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            user: typeof session.user === 'string' ? session.user : undefined,
            source: Buffer.concat(chunks).toString(),
          })
          done()
        })
      },
    })
  }

  /** Resolves when the first message has arrived, even while `hold` waits. */
  get holding(): Promise<void> {
    return this.#holding.promise
  }

  /** Returns the port. */
  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
    const address = this.#server.server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    return address.port
  }

  close(): Promise<void> {
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}
