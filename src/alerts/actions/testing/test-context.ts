import type { StoredEvent } from '../../../schema/event/event.ts'
import { utc } from '../../../time/zone.ts'
import type { ActionContext } from '../kinds/action.ts'

/** An event as a firewall sends it. */
export function testEvent(more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    id: 6_330_125_066_960_896,
    ts: 1_780_000_000_500_000,
    last: 1_780_000_060_000_000,
    host: 'fw-1',
    program: 'asa',
    mnemonic: 'ASA-4-106023',
    message: 'Deny tcp src outside:192.0.2.7/4242 dst inside:198.51.100.2/22',
    type: 1,
    severity: 4,
    facility: 20,
    status: 1,
    counter: 3,
    tags: { SrcIP: '192.0.2.7', 'Src Port': '4242' },
    triggers: [],
    ...more,
  }
}

/** An action of a trigger that matched `testEvent` twice. */
export function testContext(
  event: Partial<StoredEvent> | null = {},
  more: Partial<ActionContext> = {},
): ActionContext {
  return {
    event: event === null ? null : testEvent(event),
    trigger: {
      id: 7,
      name: 'Denied connections',
      hitsCount: 42,
      owner: { id: 1, username: 'ann', email: 'ann@example.com' },
    },
    count: 2,
    key: null,
    idempotencyKey: '7-1001-3',
    zone: utc,
    ...more,
  }
}

/** Values that break out of carelessly concatenated texts. */
export const hostileValues: readonly string[] = [
  '"',
  '\\',
  '\\"',
  '","admin":true,"x":"',
  '"}',
  '\n',
  '\r\nX-Injected: 1',
  '\0',
  '\u2028',
  '</script>',
  '&extra=1',
  '?extra=1',
  '#fragment',
  '/../../admin',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '@evil.example',
  ':80',
  '//evil.example',
  '$(reboot)',
  '`reboot`',
  '; reboot',
  '| reboot',
  '{{event:id}}',
  '$HOME $(id)',
  '%0d%0aX: 1',
  '\ud800',
  '🦊',
  '\u001b[31m',
  '<!channel>',
  'a\r\nBcc: eve@evil.example',
  '\r\n.\r\nMAIL FROM:<eve@evil.example>',
  '[click](http://evil.example)',
  '=cmd|1',
  ' ',
  '',
]
