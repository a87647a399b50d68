import { escapeText } from '../../../schema/text/escape-text.ts'
import { type Captures, checkCaptures, parseCaptures } from './captures.ts'
import { escapeLine } from './escapes.ts'
import { maxTemplateLength, parseTemplate, renderTemplate, type Template, type Values } from './template.ts'
import { TemplateError } from './template-error.ts'

/** An e-mail with variables in its subject and its text. */
export interface MailTemplate {
  subject: Template
  to: readonly string[]
  cc: readonly string[]
  text: Template
  captures: Captures
}

const maxSubjectLength = 500
/** Maximum recipients of a mail, including copies. */
export const maxRecipients = 50
const maxAddressLength = 320

const defaultSubject = '[Millrace] {{trigger:name}}: {{event:host}}'

/** The text of a mail whose template is empty or has only headers. */
const defaultText = `{{event:message}}

Trigger:   {{trigger:name}}
Matches:   {{matches:count}}
Host:      {{event:host}}
Program:   {{event:program}}
Severity:  {{event:severity_name}}
Facility:  {{event:facility_name}}
Mnemonic:  {{event:cisco_mnemonic}}
First:     {{event:first_occurrence_date}}
Last:      {{event:last_occurrence_date}}
Event:     {{event:id}}
`

/**
 * Parses header lines (Subject, To, Cc, Match-Message-<name>), an empty line and the text. A template that
 * does not begin with a header is only text. Throws a TemplateError.
 */
export function parseMailTemplate(source: string): MailTemplate {
  if (source.length > maxTemplateLength) {
    throw new TemplateError(`A template has at most ${maxTemplateLength} characters.`)
  }
  const { headers, text } = splitHeaders(source.replace(/\r\n?/g, '\n'))
  const singleHeaders = new Map<string, string>()
  const matchLines: [string, string][] = []
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (lower.startsWith('match-message-')) {
      matchLines.push([name.slice('match-message-'.length), value])
      continue
    }
    if (!['subject', 'to', 'cc'].includes(lower)) {
      throw new TemplateError(
        `The header ${name} cannot be set: only Subject, To, Cc and Match-Message-<name>. A text begins after an empty line.`,
      )
    }
    if (singleHeaders.has(lower)) throw new TemplateError(`The header ${name} is there twice.`)
    singleHeaders.set(lower, value)
  }
  const subject = singleHeaders.get('subject') ?? ''
  if (/[\u0000-\u001f\u007f]/.test(subject))
    throw new TemplateError('The subject contains a control character.')
  const captures = parseCaptures(matchLines)
  const template: MailTemplate = {
    subject: parseTemplate(subject === '' ? defaultSubject : subject),
    to: parseAddresses('To', singleHeaders.get('to') ?? ''),
    cc: parseAddresses('Cc', singleHeaders.get('cc') ?? ''),
    text: parseTemplate(text.trim() === '' ? defaultText : text),
    captures,
  }
  if (template.to.length + template.cc.length > maxRecipients) {
    throw new TemplateError(`A mail has at most ${maxRecipients} recipients.`)
  }
  checkCaptures(template.subject, captures)
  checkCaptures(template.text, captures)
  return template
}

/** Fills in the subject and the text of a mail. */
export function renderMail(
  { subject, text }: MailTemplate,
  values: Values,
): { subject: string; text: string } {
  const line = renderTemplate(subject, variable => escapeLine(values(variable))).trim() || '[Millrace]'
  return {
    subject:
      line.length <= maxSubjectLength ? line : `${line.slice(0, maxSubjectLength - 1).toWellFormed()}…`,
    text: renderTemplate(text, variable => escapeText(values(variable))),
  }
}

/** `Subject: a text`. */
const headerPattern = /^([A-Za-z][A-Za-z0-9_-]*):[ \t]*(.*)$/

/** Splits a template into header lines and the text after the first empty line. */
function splitHeaders(source: string): { headers: [string, string][]; text: string } {
  const lines = source.split('\n')
  const [first = ''] = lines
  // A capture's name may be invalid in a header. Its line still counts as a header, so that the template is
  // refused and not sent as text.
  if (!headerPattern.test(first) && !/^match-message-/i.test(first))
    return { headers: [], text: source.replace(/^\n/, '') }
  const end = lines.findIndex(line => line.trim() === '')
  const head = end === -1 ? lines : lines.slice(0, end)
  const headers = head.map((line): [string, string] => {
    const [, name, value] = headerPattern.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new TemplateError(
        `A header is a line "Name: value", which this is not: ${line.slice(0, 80)}. A text begins after an empty line.`,
      )
    }
    return [name, value.trim()]
  })
  return { headers, text: end === -1 ? '' : lines.slice(end + 1).join('\n') }
}

/** Plain addresses, separated by commas. Names of people and variables are refused. */
function parseAddresses(header: string, text: string): string[] {
  const addresses = text
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '')
  for (const address of addresses) {
    if (!isMailAddress(address)) {
      throw new TemplateError(
        `${header}: this is not an address such as ann@example.com: ${address.slice(0, 80)}`,
      )
    }
  }
  return [...new Set(addresses)]
}

/** Whether a text is a plain address: ann@example.com, without a name, quotes or comments. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= maxAddressLength &&
    /^[^\s@<>(),;:"\\[\]{}\u0000-\u001f]+@[^\s@<>(),;:"\\[\]{}\u0000-\u001f]+$/.test(text)
  )
}
