import { readFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'

/** A mail without its recipients. */
export interface MailMessage {
  /** The Message-ID: equal for every attempt, so that mail programs show a mail that was sent twice once. */
  id: string
  subject: string
  text: string
  /** Sent instead of the text. */
  html?: string
  cc?: readonly string[]
  /** `name`: the name that recipients see. `path`: the file to send. */
  attachment?: { name: string; path: string; mediaType: string }
}

/** Sends mails to an SMTP server. */
export interface Mailer {
  /** Returns the recipients that the server refused. Throws a MailError if the mail reached no recipient. */
  send(message: MailMessage, emails: readonly string[]): Promise<{ refused: string[] }>
  close(): void
}

/** Why a mail could not be sent, without secrets. */
export class MailError extends Error {
  override name = 'MailError' as const
  /** Whether the server will refuse the same mail again (a reply of 500 to 599, RFC 5321 4.2.1). */
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean) {
    super(message)
    this.isPermanent = isPermanent
  }
}

const connectTimeoutMs = 15_000
const idleTimeoutMs = 60_000
const maxErrorLength = 500
/** Shorter credentials are not removed from errors: they would match parts of other words. */
const minSecretLength = 3

/**
 * Opens a mailer. `url`: smtp:// or smtps:// with user and password, which makes it a secret. `from`: the
 * address of the sender.
 */
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
    async send({ id, subject, text, html, cc = [], attachment }, emails) {
      try {
        // In memory: MILLRACE_MAIL_ATTACHMENT_MAX bounds its size.
        const content = attachment && (await readFile(attachment.path))
        const sent = await transport.sendMail({
          from,
          to: [...emails],
          ...(cc.length > 0 && { cc: [...cc] }),
          messageId: `<${id}>`,
          subject,
          ...(html === undefined ? { text } : { html }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(attachment && {
            attachments: [{ filename: attachment.name, contentType: attachment.mediaType, content }],
          }),
        })
        return { refused: sent.rejected.map(String) }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        throw new MailError(withoutSecrets(message, url), isPermanentError(error))
      }
    },
    close: () => transport.close(),
  }
}

function isPermanentError(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof code === 'number' && code >= 500
}

/** Removes the credentials, which servers may repeat in their errors. */
function withoutSecrets(text: string, url: string): string {
  const { username, password } = new URL(url)
  let clean = text
  for (const secret of [url, password, decoded(password), username, decoded(username)]) {
    if (secret.length >= minSecretLength) clean = clean.replaceAll(secret, '[redacted]')
  }
  return clean.slice(0, maxErrorLength)
}

/** Decodes part of a URL as nodemailer does: a part with a `%` that begins no escape stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
