/**
 * Whether times, rates and memory are held to bounds too: IDLE_MACHINE=1, for a machine that does nothing else. Elsewhere they say more of the
 * machine than of Millrace, and are only printed.
 */
export const isIdleMachine = process.env.IDLE_MACHINE === '1'
