import { expect, test } from 'vitest'
import { parseJsonTemplate, renderJson } from '../kinds/webhook/webhook-body.ts'
import { hostileValues, testContext } from '../testing/test-context.ts'
import { parseHeaderTemplates, renderHeaders } from './header-template.ts'
import { parseMailTemplate, renderMail } from './mail-template.ts'
import { parseTemplate, renderTemplate } from './template.ts'
import { parseUrlTemplate, renderUrl } from './url-template.ts'
import { valuesOf } from './values.ts'

const fill = (text: string, event = {}) => {
  const values = valuesOf(testContext(event))
  return renderTemplate(parseTemplate(text), values)
}

const texts: [template: string, text: string][] = [
  ['{{event:host}} {{ event:program }}', 'fw-1 asa'],
  ['{{event:id}} {{event:counter}}', '6330125066960896 3'],
  ['{{event:severity}} {{event:severity_name}}', '4 WARNING'],
  ['{{event:facility}} {{event:facility_name}}', '20 LOCAL4'],
  ['{{event:status}} {{event:status_name}}', '1 ACTIONABLE'],
  ['{{event:cisco_mnemonic}}', 'ASA-4-106023'],
  ['{{event:first_occurrence}} {{event:last_occurrence}}', '1780000000.5 1780000060'],
  ['{{event:last_occurrence_date}}', '2026/05/28 20:27:40'],
  ['{{event:ut:SrcIP}}:{{event:ut:Src Port}}{{event:ut:none}}', '192.0.2.7:4242'],
  ['{{event:ut:constructor}}{{event:ut:__proto__}}', ''],
  ['{{event:snareid}}', ''],
  ['{{trigger:id}} {{trigger:name}} {{matches:count}}', '7 Denied connections 2'],
  ['} {"a":{"b":1}} {', '} {"a":{"b":1}} {'],
  ['', ''],
]
test.each(texts)('%s is filled in', (template, text) => {
  expect(fill(template)).toBe(text)
})

test('a value is never a template', () => {
  expect(fill('{{event:message}}', { message: '{{event:host}} {{event:ut:SrcIP}}' })).toBe(
    '{{event:host}} {{event:ut:SrcIP}}',
  )
})

test('an action without an event has empty values', () => {
  const values = valuesOf(testContext(null, { key: 'fw-2' }))
  const rendered = (template: string) => renderTemplate(parseTemplate(template), values)
  expect(rendered('[{{event:host}}{{event:message}}{{event:ut:x}}]')).toBe('[]')
  expect(rendered('[{{event:severity_name}}{{event:facility_name}}{{event:status_name}}]')).toBe('[]')
  expect(rendered('[{{event:first_occurrence_date}}{{event:last_occurrence_date}}]')).toBe('[]')
  expect(rendered('{{event:severity}} {{event:counter}} {{event:last_occurrence}}')).toBe('0 0 0')
})

const faults: [template: string, fault: string][] = [
  ['{{event:hots}}', 'There is no variable {{event:hots}}. Did you mean {{event:host}}?'],
  ['{{event:ut:}}', 'There is no variable {{event:ut:}}.'],
  ['{{}}', 'There is no variable {{}}.'],
  ['{{regexp:host:a:1}}', 'There is no variable {{regexp:host:a:1}}.'],
  ['{{event:host}', '"{{" without "}}": a variable is written {{event:host}}.'],
  ['x'.repeat(65_537), 'A template has at most 65536 characters.'],
  ['{{event:id}}'.repeat(501), 'A template has at most 500 variables.'],
]
test.each(faults)('%.20s is refused', (template, fault) => {
  expect(() => parseTemplate(template)).toThrow(fault)
})

test('a text that gets too long with its values is refused', () => {
  const template = parseTemplate('{{event:message}}'.repeat(40))
  const values = valuesOf(testContext({ message: 'x'.repeat(65_536) }))
  expect(() => renderTemplate(template, values)).toThrow('longer than 1,048,576 characters')
})

test('no value changes the structure of JSON', () => {
  const template = parseJsonTemplate(
    '{"text": "<{{event:message}}>", "quoted": "\\"{{event:host}}\\"", "bare": {{event:ut:x}}, "n": {{event:counter}}, "s": "{{event:counter}}"}',
  )
  for (const value of hostileValues) {
    const values = valuesOf(testContext({ message: value, host: value, tags: { x: value } }))
    const wanted = value.toWellFormed()
    expect(JSON.parse(renderJson(template, values))).toEqual({
      ...{ text: `<${wanted}>`, quoted: `"${wanted}"`, bare: wanted, n: 3, s: '3' },
    })
  }
})

const jsonFaults: [template: string, fault: string][] = [
  ['{"text": {{event:message}', '"{{" without "}}"'],
  ['{"text": "{{event:message}}}', 'This is not JSON.'],
  ['{text: "{{event:message}}"}', 'This is not JSON.'],
  ['{"text": "\\{{event:message}}"}', 'This is not JSON.'],
  ['{"text": "\\u00{{event:message}}"}', 'This is not JSON.'],
  ['{"text": 1{{event:message}}}', 'This is not JSON.'],
  ['{"{{event:host}}": 1}', 'A variable cannot be the name of a member.'],
  ['{{{event:host}}: 1}', 'There is no variable'],
  ['{ {{event:host}}: 1}', 'A variable cannot be the name of a member.'],
  ['{"text": "{{event:nothing}}"}', 'There is no variable {{event:nothing}}.'],
]
test.each(jsonFaults)('%s is refused as JSON', (template, fault) => {
  expect(() => parseJsonTemplate(template)).toThrow(fault)
})

test('no value changes the host, the segments or the parameters of a URL', () => {
  const template = parseUrlTemplate(
    'https://hooks.example.com:8443/a/{{event:host}}/b?x={{event:message}}',
    '&y={{event:ut:t}}&z=1',
  )
  for (const value of hostileValues) {
    const values = valuesOf(testContext({ host: value, message: value, tags: { t: value } }))
    if (value === '.' || value === '..') {
      expect(() => renderUrl(template, values)).toThrow('A value would change the structure of the URL.')
      continue
    }
    const url = renderUrl(template, values)
    expect([url.protocol, url.host, url.username, url.hash]).toEqual([
      'https:',
      'hooks.example.com:8443',
      '',
      '',
    ])
    const segments = url.pathname.split('/').map(decodeURIComponent)
    const wanted = value.toWellFormed()
    expect(segments).toEqual(['', 'a', wanted, 'b'])
    expect([...url.searchParams]).toEqual([
      ['x', wanted],
      ['y', wanted],
      ['z', '1'],
    ])
  }
})

const urlFaults: [url: string, fault: string][] = [
  ['{{event:host}}', 'The URL must begin with http:// or https://.'],
  ['file:///etc/passwd', 'The URL must begin with http:// or https://.'],
  ['gopher://example.com', 'The URL must begin with http:// or https://.'],
  ['https://{{event:host}}/', 'The host of a URL cannot be a variable.'],
  ['https://example.com{{event:host}}/', 'The host of a URL cannot be a variable.'],
  ['https://example.com:{{event:counter}}/', 'The host of a URL cannot be a variable.'],
  ['https://a:b@example.com/', 'A URL must not contain a user and a password; use the header Authorization.'],
  ['https://{{event:host}}@example.com/', 'The host of a URL cannot be a variable.'],
  ['https://example.com/#{{event:host}}', 'The URL must not contain a fragment. Write # as %23.'],
  ['https://example.com/%2{{event:host}}', 'A variable cannot be part of an escape such as %2F.'],
  ['https://example.com/%{{event:host}}', 'A variable cannot be part of an escape such as %2F.'],
  ['https://example.com/?{{event:host}}=1', 'The name of a parameter cannot be a variable.'],
  ['https://', 'This is not a URL.'],
  ['https://exa mple.com/', 'This is not a URL.'],
]
test.each(urlFaults)('%s is refused as a URL', (url, fault) => {
  expect(() => parseUrlTemplate(url)).toThrow(fault)
})

test('a message is cut in a URL', () => {
  const template = parseUrlTemplate('https://example.com/', 'text={{event:message}}')
  const url = renderUrl(template, valuesOf(testContext({ message: 'x'.repeat(5_000) })))
  expect(url.searchParams.get('text')).toBe('x'.repeat(1_000))
})

test('no value ends a header', () => {
  const templates = parseHeaderTemplates({ 'X-Host': 'host {{event:host}}', Authorization: 'Bearer abc' })
  for (const value of hostileValues) {
    const headers = renderHeaders(templates, valuesOf(testContext({ host: value })))
    expect(Object.keys(headers)).toEqual(['X-Host', 'Authorization'])
    expect(headers['X-Host']).not.toMatch(/[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/)
  }
})

const headerFaults: [name: string, value: string, fault: string][] = [
  ['Host', 'evil.example', 'The header Host cannot be set.'],
  ['content-length', '1', 'The header content-length cannot be set.'],
  ['Transfer-Encoding', 'chunked', 'The header Transfer-Encoding cannot be set.'],
  ['Idempotency-Key', '1', 'The header Idempotency-Key cannot be set.'],
  ['X Y', '1', 'This is not the name of a header: X Y'],
  ['X:Y', '1', 'This is not the name of a header: X:Y'],
  ['{{event:host}}', '1', 'This is not the name of a header: {{event:host}}'],
  ['X', 'a\r\nY: 1', 'The header X contains a line break or another control character.'],
]
test.each(headerFaults)('the header %s: %s is refused', (name, value, fault) => {
  expect(() => parseHeaderTemplates({ [name]: value })).toThrow(fault)
})

test('a mail has the subject, the recipients and the captures of its header', () => {
  const template = parseMailTemplate(
    [
      'subject: {{event:host}} denied {{regexp:message:Peer:1}}',
      'To: ann@example.com, bob@example.com',
      'Cc: boss@example.com',
      'Match-Message-peer: src \\w+:([\\d.]+)/(\\d+)',
      'Match-Message-None: nothing of (this)',
      '',
      'Port {{regexp:message:peer:2}}, {{regexp:message:peer:0}}',
      '{{regexp:message:none:1}}.',
    ].join('\r\n'),
  )
  expect(template).toMatchObject({ to: ['ann@example.com', 'bob@example.com'], cc: ['boss@example.com'] })
  expect(renderMail(template, valuesOf(testContext(), template.captures))).toEqual({
    subject: 'fw-1 denied 192.0.2.7',
    text: 'Port 4242, src outside:192.0.2.7/4242\n.',
  })
})

test('a trigger without a template has a mail', () => {
  const { subject, text } = renderMail(parseMailTemplate(''), valuesOf(testContext()))
  expect(subject).toBe('[Millrace] Denied connections: fw-1')
  expect(text).toContain('Deny tcp src outside:192.0.2.7/4242')
  expect(text).toContain('Severity:  WARNING')
  expect(text).toContain('First:     2026/05/28 20:26:40')
})

test('a template without headers is a text', () => {
  const template = parseMailTemplate('Look at {{event:host}}.\nSubject: no header')
  expect(renderMail(template, valuesOf(testContext())).text).toBe('Look at fw-1.\nSubject: no header')
})

test('no value leaves the subject or the text', () => {
  const template = parseMailTemplate('Subject: {{event:host}}\n\n{{event:message}}')
  for (const value of hostileValues) {
    const mail = renderMail(template, valuesOf(testContext({ host: value, message: value })))
    expect(mail.subject).not.toMatch(/[\u0000-\u001f\u007f\u2028]/)
    expect(mail.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
  }
  const long = renderMail(template, valuesOf(testContext({ host: 'x'.repeat(900) })))
  expect(long.subject).toHaveLength(500)
})

const mailFaults: [template: string, fault: string][] = [
  [
    'From: eve@example.com\n\nx',
    'The header From cannot be set: only Subject, To, Cc and Match-Message-<name>.',
  ],
  ['Bcc: eve@example.com\n\nx', 'The header Bcc cannot be set'],
  ['Subject: a\nX-Mailer: b\n\nx', 'The header X-Mailer cannot be set'],
  ['Subject: a\nsubject: b\n\nx', 'The header subject is there twice.'],
  ['Subject: a\n folded\n\nx', 'A header is a line "Name: value", which this is not:  folded.'],
  ['Subject: a\0b\n\nx', 'The subject contains a control character.'],
  ['To: {{event:host}}@example.com\n\nx', 'To: this is not an address such as ann@example.com'],
  ['To: Ann <ann@example.com>\n\nx', 'To: this is not an address such as ann@example.com'],
  ['Cc: ann\n\nx', 'Cc: this is not an address such as ann@example.com: ann'],
  ['Match-Message-a: (\n\nx', 'Match-Message-a: missing closing )'],
  ['Match-Message-a: (?=x)\n\nx', 'Match-Message-a: '],
  [
    'Match-Message-a: (a?){999}(a?){999}\n\nx',
    'Match-Message-a: expressions have at most 2000 steps together',
  ],
  ['Match-Message-a b: x\n\nx', 'A header is a line "Name: value"'],
  ['Match-Message-a: x\nMatch-Message-A: y\n\nx', 'Match-Message-A is there twice.'],
  ['Match-Message-a: (x)\n\n{{regexp:message:a:2}}', 'the expression has only 1 groups in parentheses.'],
  [
    'Subject: x\n\n{{regexp:message:b:1}}',
    'needs a line "Match-Message-b: <expression>" in the e-mail template.',
  ],
]
test.each(mailFaults)('the mail %s is refused', (template, fault) => {
  expect(() => parseMailTemplate(template)).toThrow(fault)
})

test('the most expensive expression takes linear time', () => {
  const template = parseMailTemplate('Match-Message-a: (a*)*b\n\n{{regexp:message:a:1}}')
  const values = valuesOf(testContext({ message: 'a'.repeat(60_000) }), template.captures)
  expect(renderMail(template, values).text).toBe('')
})
