/** Maximum UTF-16 units of a template of addresses. */
export const maxTemplateLength = 2_000
/** Maximum UTF-16 units of an address with its value: servers refuse longer ones. */
const maxAddressLength = 8_000

/** The origin is written out, so that no value can change it; `{value}` stands behind it at least once. */
const template = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?[/?#](?:[^{}\s\\]|\{value\})*$/i
const placeholder = '{value}'

/** What `isLinkTemplate` accepts, for messages. */
export const expectedTemplate =
  'expected an http or https address with {value} behind its host, such as https://jaeger.example/trace/{value}'

/** Whether a text is a template of addresses: http(s), a host, no user name, `{value}` behind the host. */
export function isLinkTemplate(text: string): boolean {
  return text.length <= maxTemplateLength && text.includes(placeholder) && template.test(text)
}

/**
 * The address of a template for a value of a field, which is encoded. undefined: the template is invalid, or
 * it has no address with this value, because the value is empty, very long, or would leave its folder (`..`).
 */
export function fieldLinkAddress(text: string, value: string): string | undefined {
  if (!isLinkTemplate(text) || value.length > maxAddressLength || /^\.*$/.test(value)) return undefined
  const address = text.replaceAll(placeholder, () => encodeURIComponent(value.toWellFormed()))
  return address.length <= maxAddressLength ? address : undefined
}
