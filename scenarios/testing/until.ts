import { setTimeout } from 'node:timers/promises'

const pauseMs = 25

type Answer<T> = T | false | undefined

/**
 * Polls until there is an answer (neither false nor undefined) and returns it; throws after the deadline,
 * with `what` was awaited.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<Answer<T>> | Answer<T>,
  seconds = 30,
): Promise<T> {
  const deadline = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain: ${what}`)
    await setTimeout(pauseMs)
  }
}
