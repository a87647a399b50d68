/**
 * Whether times, rates and memory are also checked against bounds: IDLE_MACHINE=1, for a machine that does
 * nothing else. Elsewhere they say more about the machine than about Millrace, and are only printed.
 */
export const isIdleMachine = process.env.IDLE_MACHINE === '1'
