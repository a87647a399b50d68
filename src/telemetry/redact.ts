const replacement = '[redacted]'

/** Members with secret values, in any letter case. */
const secretMember =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-lz-access-key|x-amz-firehose-access-key|password|secret|secret_key|token|authtoken)$/i
const mayHoldSecrets = /authorization|cookie|access-key|password|secret|token/i
const parameter = /\b(AUTHTOKEN|password|secret_key|millrace_session)=[^\s&;"'\\]+/gi
/** Replaces a line that cannot be parsed, and so cannot be redacted or truncated. */
export const unreadableLine = '{"level":50,"msg":"a line of the log could not be read and was left out"}\n'
/** Keys of tokens, with or without their prefix. */
const key = /\b((?:user|ingest)-)?[0-9a-f]{48}\b/g

/**
 * Removes secrets from a finished line of JSON: values of secret members at any depth, URL parameters,
 * cookies and tokens in texts. Working on the finished line covers every path into the log.
 */
export function redact(line: string): string {
  const members = mayHoldSecrets.test(line) ? withoutSecretMembers(line) : line
  return members.replace(parameter, `$1=${replacement}`).replace(key, `$1${replacement}`)
}

function withoutSecretMembers(line: string): string {
  try {
    return `${JSON.stringify(JSON.parse(line, (name, value) => (secretMember.test(name) ? replacement : value)))}\n`
  } catch {
    return unreadableLine
  }
}
