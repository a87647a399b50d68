/** A typical dashboard of twelve widgets, all of which show every new event. */
export const dashboard = {
  title: 'of the benchmark',
  config: { time_range: { preset: 'last_1_hours' } },
  widgets: [
    { type: 'EventRate', config: { title: 'Events', show_avg: true, show_max: true, sizeX: 4 } },
    { type: 'TopN', config: { title: 'Severities', field: 'severity', limit: 8, view_type: 'pie_chart' } },
    { type: 'TopN', config: { title: 'Hosts', field: 'host', limit: 8, show_other: true } },
    { type: 'TopN', config: { title: 'Programs', field: 'program', limit: 8, view_type: 'pie_chart' } },
    {
      type: 'EventRate',
      config: { title: 'Errors', filter: [{ field: 'severity', op: 'le', value: [3] }] },
    },
    {
      type: 'TopN',
      config: { title: 'Hosts over time', field: 'host', limit: 5, view_type: 'time_chart_bars', sizeX: 3 },
    },
    {
      type: 'TopN',
      config: { title: 'Programs over time', field: 'program', view_type: 'time_chart_splines', sizeX: 3 },
    },
    { type: 'LastN', config: { title: 'Heard last', field: 'host', limit: 10 } },
    { type: 'TopN', config: { title: 'Facilities', field: 'facility', limit: 6, view_type: 'list' } },
    {
      type: 'EventRate',
      config: {
        title: 'Connections',
        filter: [{ field: 'message', op: 'qp', value: 'connection' }],
        time_range: { preset: 'last_1_minutes' },
      },
    },
    { type: 'Search', config: { title: 'As it happens', limit: 20, sort: '-last_occurrence', sizeX: 4 } },
    { type: 'System_CPU', config: { title: 'Processor' } },
  ].map((widget, i) => ({
    ...widget,
    config: { ...widget.config, col: (i % 3) * 2, row: Math.floor(i / 3) },
  })),
}
