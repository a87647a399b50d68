import { readFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import type { Message } from './message.ts'

export interface MailerOptions {
  /** smtp:// or smtps://, with name and password. A secret. */
  url: string
  from: string
}

/** Hands mails to a server. */
export interface Mailer {
  /** Answers who was refused; throws an Error for people, without a secret, when the server took it for nobody. */
  send(message: Message, emails: readonly string[]): Promise<{ refused: string[] }>
  close(): void
}

const connectTimeoutMs = 15_000
/** Without a sign of the server, milliseconds. */
const idleTimeoutMs = 60_000
/** Of what a server says. */
const maxErrorLength = 500

export function openMailer({ url, from }: MailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, subject, text, attachment }, emails) {
      try {
        const attachments = attachment === undefined ? [] : [await readAttachment(attachment)]
        const sent = await transport.sendMail({
          from,
          to: [...emails],
          messageId: `<${id}>`,
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments,
        })
        return { refused: sent.rejected.map(String) }
      } catch (error) {
        throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error), url))
      }
    },
    close: () => transport.close(),
  }
}

/** Whole: how large an attachment may be is a setting. */
async function readAttachment({ name, path, mediaType }: NonNullable<Message['attachment']>) {
  return { filename: name, contentType: mediaType, content: await readFile(path) }
}

/** What servers and sockets say never has to repeat how we signed in. */
function withoutSecrets(text: string, url: string): string {
  const { username, password } = new URL(url)
  const secrets = [url, password, decodeURIComponent(password), username].filter(one => one.length > 2)
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return clean.slice(0, maxErrorLength)
}
