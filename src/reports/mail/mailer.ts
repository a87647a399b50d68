import { readFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import type { Message } from './message.ts'

/** Sends mails to an SMTP server. */
export interface Mailer {
  /** Returns the recipients that the server refused. Throws an Error without secrets when it refused all. */
  send(message: Message, emails: readonly string[]): Promise<{ refused: string[] }>
  close(): void
}

const connectTimeoutMs = 15_000
const idleTimeoutMs = 60_000
const maxErrorLength = 500

/** `url` is smtp:// or smtps://, with user and password: a secret. */
export function openMailer(url: string, from: string): Mailer {
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
        // In memory: MILLRACE_MAIL_ATTACHMENT_MAX bounds its size.
        const content = attachment && (await readFile(attachment.path))
        const attachments = attachment && [
          { filename: attachment.name, contentType: attachment.mediaType, content },
        ]
        const sent = await transport.sendMail({
          from,
          to: [...emails],
          messageId: `<${id}>`,
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(attachments && { attachments }),
        })
        return { refused: sent.rejected.map(String) }
      } catch (error) {
        throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error), url))
      }
    },
    close: () => transport.close(),
  }
}

/** Servers may repeat the credentials in their errors. */
function withoutSecrets(text: string, url: string): string {
  const { username, password } = new URL(url)
  const secrets = [url, password, decodeURIComponent(password), username].filter(one => one.length > 2)
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return clean.slice(0, maxErrorLength)
}
