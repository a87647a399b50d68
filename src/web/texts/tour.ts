/** Texts of the tour of the search page. */
export const tourTexts = {
  name: 'Tour',
  position: (step: number, steps: number) => `${step} of ${steps}`,
  skip: 'Skip the tour',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  steps: {
    search: [
      'Search all logs',
      'Type words of a message, or a condition such as host:web-1 or severity<=err. Suggestions appear as you type.',
    ],
    time: [
      'Choose the time',
      'Everything below is from this time range. Type 15m or pick days; drag across the bars below to zoom in.',
    ],
    fields: [
      'Narrow it down',
      'Check a value to see only its events. A click on a value in the list filters by it or leaves it out.',
    ],
    tools: [
      'Pass it on',
      'Share copies a link to what you see, Trigger notifies you when it happens again, Export saves it as a file.',
    ],
    palette: [
      'Go anywhere',
      'Ctrl K (Cmd K) opens any page, dashboard or saved search. The key ? shows all keys, and this tour again.',
    ],
  },
} as const
