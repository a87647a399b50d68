import { expect, test } from 'vitest'
import type { AuditChange } from '../../schema/people/audit.ts'
import { changeLines } from './change-lines.ts'

const cases: [change: AuditChange, line: string][] = [
  [{ member: 'password' }, 'password'],
  [{ member: 'name', after: 'net' }, 'name: net'],
  [{ member: 'hosts', before: [], after: ['fw-*', 'sw-*'] }, 'hosts: – → fw-*, sw-*'],
  [{ member: 'is_active', before: true, after: false }, 'is_active: true → false'],
  [{ member: 'scope', before: null, after: { dashboard_id: 7 } }, 'scope: – → {"dashboard_id":7}'],
  [{ member: 'title', before: 'Wall' }, 'title: Wall → …'],
]
test.each(cases)('%o', (change, line) => {
  expect(changeLines([change])).toEqual([line])
})
