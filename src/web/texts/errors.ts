/** Texts of request errors for which the service has no text. */
export const errorTexts = {
  timeout: (seconds: number) => `The service did not answer within ${seconds} s.`,
  silent: (seconds: number) => `The service sent no data for ${seconds} s.`,
  cutOff: 'The connection ended before the file was complete.',
  unreachable: 'The service cannot be reached.',
  foreign: 'This answer is not from Millrace. A proxy may want you to sign in: reload the page.',
  unavailable: 'The service is not available at the moment.',
  status: (status: number) => `The service answered with status ${status}.`,
  sessionEnded: 'Your session had expired, so nothing was changed. Please try again.',
  unexpected: 'Something unexpected happened.',
} as const
