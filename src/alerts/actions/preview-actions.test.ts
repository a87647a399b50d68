import { expect, test } from 'vitest'
import { triggerDefaults } from '../../schema/triggers/trigger.ts'
import { previewActions } from './preview-actions.ts'
import { testContext } from './testing/test-context.ts'

const content = { ...triggerDefaults, name: 'Denied', filter: [] }

test('the preview of each action is made as it is sent', () => {
  const said = previewActions(
    {
      ...content,
      send_email: true,
      send_email_template: 'Subject: {{event:host}} denied\n\n{{matches:count}} of {{trigger:name}}',
      send_webhook: true,
      send_webhook_method: 'POST',
      send_webhook_url: 'https://chat.example.com/hook',
      send_webhook_query: 'host={{event:host}}',
      send_webhook_template: '{"text": "{{event:program}}"}',
      add_note: true,
      note_text: 'Seen on {{event:host}}',
      create_task: true,
    },
    testContext({ host: 'fw 1', program: 'a"b' }),
    undefined,
  )
  expect(said).toMatchObject([
    { kind: 'note', head: '', text: 'Seen on fw 1', fault: null },
    { kind: 'email', head: 'fw 1 denied', fault: null },
    { kind: 'webhook', head: 'POST https://chat.example.com/hook?host=fw%201', text: '{"text": "a\\"b"}' },
    { kind: 'task', fault: null },
  ])
})

test('an action that cannot be sent says why, and the others are shown', () => {
  const said = previewActions(
    {
      ...content,
      add_note: true,
      note_text: '{{event:nothing}}',
      send_email: true,
      exec_script: true,
      snmp_trap: true,
    },
    testContext(),
    undefined,
  )
  expect(said.map(({ kind, fault }) => [kind, fault === null])).toEqual([
    ['note', false],
    ['email', true],
  ])
})

test('a mail says in its place that an expression takes too many steps', () => {
  const template = [
    'Match-Message-all: (?:[ab]{0,9}c?){0,90}d',
    'Match-Message-first: ^(a)',
    '',
    '{{event:host}}: {{regexp:message:all:0}} {{regexp:message:first:1}}',
  ].join('\n')
  const preview = (length: number) =>
    previewActions(
      { ...content, send_email: true, send_email_template: template },
      testContext({ host: 'fw-1', message: 'a'.repeat(length) }),
      undefined,
    )
  expect(preview(20)).toMatchObject([{ text: 'fw-1:  a', fault: null }])
  expect(preview(16_000)).toMatchObject([
    {
      text: 'fw-1: (Match-Message-all takes too many steps) (Match-Message-first takes too many steps)',
      fault: null,
    },
  ])
})
