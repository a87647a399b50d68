const replacement = '[redacted]'

/** Members whose values are secrets, whatever the letter case. */
const secretMember =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-lz-access-key|x-amz-firehose-access-key|password|secret|secret_key|token|authtoken)$/i
const mayHoldSecrets = /authorization|cookie|access-key|password|secret|token/i
const parameter = /\b(AUTHTOKEN|password|secret_key|millrace_session)=[^\s&;"'\\]+/gi
/** Keys, also of INGEST tokens without their word. */
const key = /\b((?:user|ingest)-)?[0-9a-f]{48}\b/g

/**
 * A finished line of JSON without secrets: the values of members that hold them, at any depth; URL parameters and cookies
 * in texts; tokens wherever they stand. It works on the finished line so that no way into the log is forgotten.
 */
export function redact(line: string): string {
  const members = mayHoldSecrets.test(line) ? withoutSecretMembers(line) : line
  return members.replace(parameter, `$1=${replacement}`).replace(key, `$1${replacement}`)
}

function withoutSecretMembers(line: string): string {
  try {
    return `${JSON.stringify(JSON.parse(line, (name, value) => (secretMember.test(name) ? replacement : value)))}\n`
  } catch {
    // What cannot be understood cannot be cleaned either.
    return '{"level":50,"msg":"a line of the log could not be read and was left out"}\n'
  }
}
