import { expect, onTestFinished, test, vi } from 'vitest'
import type { Caller, Identity } from '../../metadata/identity/identity.ts'
import { openLog } from '../../telemetry/log.ts'
import { type HubConnection, LiveHub } from './hub.ts'
import { liveLimits } from './routes.ts'

test('while too much waits for the clients of a user, the ones with most end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
  const limits = { ...liveLimits, maxWaitingBytesPerUser: 100 }
  // The methods that the hub calls; all users keep their rights.
  const identity = {
    onRevoked: () => () => {},
    invalidateIfChanged: async () => {},
    callerOfSession: async () => callerOf(0),
  } as unknown as Identity
  const hub = new LiveHub(identity, limits, openLog('silent'))
  onTestFinished(() => {
    hub.close()
    vi.useRealTimers()
  })
  const ended: string[] = []
  const open = (name: string, userId: number, waitingBytes: number) => {
    const connection: HubConnection = {
      caller: callerOf(userId),
      waitingBytes,
      ping: () => {},
      closeIfStalled: () => {},
      close: () => {},
      terminate: () => {
        ended.push(name)
        hub.remove(connection)
      },
      updateCaller: () => {},
    }
    hub.add(connection, { kind: 'session', cookie: '' })
  }
  open('small', 1, 30)
  open('largest', 1, 90)
  open('large', 1, 60)
  open('alone', 2, 100)
  vi.advanceTimersByTime(limits.sweepIntervalMs)
  expect(ended).toEqual(['largest'])
})

/** The members of a caller that the hub reads. */
function callerOf(id: number): Caller {
  return { user: { id }, authenticatedBy: { session: id } } as unknown as Caller
}
