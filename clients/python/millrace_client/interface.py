"""Types of the interface. Made of ../../openapi.json by `npm run generate`."""

from collections.abc import AsyncIterator, Callable, Iterator
from threading import Event
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, overload

ActionRetries = TypedDict("ActionRetries", {
    "ids": "list[int]",
})
ActionRun_trigger = TypedDict("ActionRun_trigger", {
    "id": "int",
    "name": "str",
})
ActionRun_error = TypedDict("ActionRun_error", {
    "code": "str",
    "detail": "str",
})
ActionRun = TypedDict("ActionRun", {
    "id": "int",
    "trigger": "ActionRun_trigger | None",
    "trigger_name": "str",
    "kind": "Literal[\"status\", \"note\", \"notification\", \"email\", \"webhook\", \"script\", \"snmp\", \"task\", \"escalation\"]",
    "status": "Literal[\"pending\", \"running\", \"done\", \"failed\", \"dead\", \"suppressed\"]",
    "key": "str",
    "idempotency_key": "str",
    "event_id": "str | None",
    "host": "str",
    "message": "str",
    "matches": "int | None",
    "tries": "int",
    "created_at": "float",
    "next_at": "float | None",
    "finished_at": "float | None",
    "result": "str | None",
    "output": "NotRequired[str | None]",
    "silence_id": "int | None",
    "error": "ActionRun_error | None",
    "can_retry": "bool",
})
ActiveHours = TypedDict("ActiveHours", {
    "timezone": "str",
    "days": "list[int]",
    "from": "str",
    "to": "str",
})
AnswerTooLargeError = TypedDict("AnswerTooLargeError", {
    "detail": "str",
    "page_size": "int",
    "code": "Literal[\"answer_too_large\"]",
})
ArchiveCheckRequest = TypedDict("ArchiveCheckRequest", {
    "day": "str",
})
ArchiveRestore = TypedDict("ArchiveRestore", {
    "id": "int",
    "day": "str",
    "status": "Literal[\"running\", \"done\", \"failed\"]",
    "rows": "int",
    "requested_by": "str",
    "created_at": "float",
    "finished_at": "float | None",
    "keep_until": "float",
    "error": "str | None",
})
ArchiveRestoreRequest = TypedDict("ArchiveRestoreRequest", {
    "day": "str",
    "keep_days": "NotRequired[int]",
})
ArchiveState = TypedDict("ArchiveState", {
    "is_configured": "bool",
    "days": "int",
    "bytes": "int",
    "first_day": "str | None",
    "last_day": "str | None",
    "after_days": "int | None",
    "retention_days": "int | None",
})
ArchivedDay = TypedDict("ArchivedDay", {
    "day": "str",
    "events": "int",
    "occurrences": "int",
    "bytes": "int",
    "files": "int",
    "archived_at": "float",
    "is_hot": "bool",
})
ArrivalsRequest = TypedDict("ArrivalsRequest", {
    "after": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "from": "NotRequired[int]",
    "timezone": "NotRequired[str]",
    "limit": "NotRequired[int]",
})
AuditEntry_changes_item = TypedDict("AuditEntry_changes_item", {
    "member": "str",
    "before": "NotRequired[Any]",
    "after": "NotRequired[Any]",
})
AuditEntry = TypedDict("AuditEntry", {
    "id": "int",
    "at": "float",
    "last_at": "float",
    "count": "int",
    "user_id": "int | None",
    "username": "str",
    "credential": "Literal[\"session\", \"token\", \"command_line\", \"service\", \"none\"]",
    "credential_id": "str | None",
    "address": "str",
    "action": "Literal[\"login\", \"logout\", \"create\", \"update\", \"delete\", \"import\", \"export\", \"run\", \"reload\", \"send\", \"start\", \"rotate\"]",
    "object": "Literal[\"archived_day\", \"session\", \"user\", \"group\", \"token\", \"dashboard\", \"widget\", \"template\", \"saved_search\", \"trigger\", \"silence\", \"notification\", \"trigger_action\", \"rule_file\", \"retention\", \"page_settings\", \"legal_hold\", \"forwarder\", \"report\", \"report_schedule\", \"task\", \"event_note\", \"host\", \"mail\", \"events\", \"sql\", \"audit_log\", \"service\", \"instance_key\", \"node\"]",
    "object_id": "str | None",
    "title": "str",
    "changes": "list[AuditEntry_changes_item]",
    "result": "Literal[\"ok\", \"refused\", \"failed\"]",
})
AuthToken_user = TypedDict("AuthToken_user", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
AuthToken_scope = TypedDict("AuthToken_scope", {
    "dashboard_id": "int",
    "values": "NotRequired[dict[str, None | str | list[str]]]",
})
AuthToken = TypedDict("AuthToken", {
    "id": "int",
    "secret_key": "str",
    "token_type": "Literal[\"USER\", \"INGEST\"]",
    "user": "AuthToken_user",
    "description": "str",
    "scope": "AuthToken_scope | None",
    "read_only": "bool",
    "networks": "list[str]",
    "created_at": "float",
    "last_used_at": "float | None",
    "expires_at": "float | None",
})
AuthTokenDraft_scope = TypedDict("AuthTokenDraft_scope", {
    "dashboard_id": "int",
    "values": "NotRequired[dict[str, None | str | list[str]]]",
})
AuthTokenDraft = TypedDict("AuthTokenDraft", {
    "token_type": "NotRequired[Literal[\"USER\", \"INGEST\"]]",
    "description": "NotRequired[str]",
    "expires_at": "NotRequired[float | None]",
    "scope": "NotRequired[AuthTokenDraft_scope | None]",
    "read_only": "NotRequired[bool]",
    "networks": "NotRequired[list[str]]",
    "user": "NotRequired[int]",
})
AuthenticationFailedError = TypedDict("AuthenticationFailedError", {
    "detail": "str",
    "code": "Literal[\"authentication_failed\"]",
})
BodyTooLargeError = TypedDict("BodyTooLargeError", {
    "detail": "str",
    "code": "Literal[\"body_too_large\"]",
})
ChangesParams_time_range = TypedDict("ChangesParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ChangesParams_compare_to = TypedDict("ChangesParams_compare_to", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
})
ChangesParams = TypedDict("ChangesParams", {
    "time_range": "NotRequired[ChangesParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "compare_to": "NotRequired[ChangesParams_compare_to]",
    "limit": "NotRequired[int]",
})
ChangesQuery_missing_shards_item = TypedDict("ChangesQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
ChangesQuery_error = TypedDict("ChangesQuery_error", {
    "code": "str",
    "detail": "str",
})
ChangesQuery = TypedDict("ChangesQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"Changes\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "ChangesResults | NoResults",
    "params": "ChangesParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[ChangesQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[ChangesQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
ChangesRequest = TypedDict("ChangesRequest", {
    "type": "Literal[\"Changes\"]",
    "params": "ChangesParams",
})
ChangesResults_totals_before_periods_item = TypedDict("ChangesResults_totals_before_periods_item", {
    "ts_from": "int",
    "ts_to": "int",
})
ChangesResults_totals_before = TypedDict("ChangesResults_totals_before", {
    "periods": "list[ChangesResults_totals_before_periods_item]",
    "count": "int",
})
ChangesResults_totals_values_item = TypedDict("ChangesResults_totals_values_item", {
    "field": "str",
    "value": "str | int",
    "count": "int",
    "count_before": "int",
    "share": "float",
    "share_before": "float",
    "score": "float",
    "filter": "list[Condition | ConditionGroup]",
})
ChangesResults_totals = TypedDict("ChangesResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "count": "int",
    "before": "ChangesResults_totals_before",
    "values": "list[ChangesResults_totals_values_item]",
    "changed": "int",
    "left_out": "NotRequired[list[str]]",
})
ChangesResults = TypedDict("ChangesResults", {
    "totals": "ChangesResults_totals",
})
Condition = TypedDict("Condition", {
    "field": "str",
    "op": "NotRequired[Literal[\"eq\", \"ne\", \"lt\", \"le\", \"gt\", \"ge\", \"qp\", \"=~\", \"!~\", \"|>\", \"!>\"]]",
    "value": "str | float | bool | list[str | float | bool]",
    "ignore_case": "NotRequired[bool]",
})
ConditionGroup = TypedDict("ConditionGroup", {
    "any": "NotRequired[list[Condition | ConditionGroup]]",
    "all": "NotRequired[list[Condition | ConditionGroup]]",
    "not": "NotRequired[Condition | ConditionGroup]",
})
ConflictError = TypedDict("ConflictError", {
    "detail": "str",
    "code": "Literal[\"conflict\"]",
})
CreateDashboardBody: TypeAlias = "DashboardDraft | list[DashboardDraft]"
Cron = TypedDict("Cron", {
    "minute": "NotRequired[str]",
    "hour": "NotRequired[str]",
    "day_of_week": "NotRequired[str]",
    "day_of_month": "NotRequired[str]",
    "month_of_year": "NotRequired[str]",
})
Dashboard_owner = TypedDict("Dashboard_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
Dashboard_warnings_item = TypedDict("Dashboard_warnings_item", {
    "widget_id": "int",
    "field": "str",
    "message": "str",
})
Dashboard = TypedDict("Dashboard", {
    "id": "int",
    "owner": "Dashboard_owner",
    "title": "str",
    "is_public": "bool",
    "is_default": "bool",
    "config": "dict[str, Any]",
    "widgets": "list[Widget]",
    "read_only": "bool",
    "created_at": "float",
    "updated_at": "float",
    "warnings": "NotRequired[list[Dashboard_warnings_item]]",
})
DashboardDraft_config_variables_item = TypedDict("DashboardDraft_config_variables_item", {
    "name": "str",
    "label": "NotRequired[str]",
    "field": "str",
    "value": "NotRequired[None | str | list[str]]",
    "multi": "NotRequired[bool]",
    "include_all": "NotRequired[bool]",
    "applies_to": "NotRequired[Literal[\"all\", \"named\"]]",
})
DashboardDraft_config_row_groups_item = TypedDict("DashboardDraft_config_row_groups_item", {
    "title": "str",
    "row": "int",
    "folded": "NotRequired[bool]",
})
DashboardDraft_config = TypedDict("DashboardDraft_config", {
    "title": "NotRequired[str]",
    "style_class": "NotRequired[str]",
    "time_range": "NotRequired[Any]",
    "variables": "NotRequired[list[DashboardDraft_config_variables_item]]",
    "row_groups": "NotRequired[list[DashboardDraft_config_row_groups_item]]",
})
DashboardDraft = TypedDict("DashboardDraft", {
    "title": "NotRequired[str]",
    "config": "NotRequired[DashboardDraft_config]",
    "is_public": "NotRequired[bool]",
    "is_default": "NotRequired[bool]",
    "widgets": "NotRequired[list[WidgetDraft]]",
})
DashboardExport = TypedDict("DashboardExport", {
    "config": "dict[str, Any]",
    "is_public": "bool",
    "widgets": "list[WidgetExport]",
})
DashboardPatch_config_variables_item = TypedDict("DashboardPatch_config_variables_item", {
    "name": "str",
    "label": "NotRequired[str]",
    "field": "str",
    "value": "NotRequired[None | str | list[str]]",
    "multi": "NotRequired[bool]",
    "include_all": "NotRequired[bool]",
    "applies_to": "NotRequired[Literal[\"all\", \"named\"]]",
})
DashboardPatch_config_row_groups_item = TypedDict("DashboardPatch_config_row_groups_item", {
    "title": "str",
    "row": "int",
    "folded": "NotRequired[bool]",
})
DashboardPatch_config = TypedDict("DashboardPatch_config", {
    "title": "NotRequired[str]",
    "style_class": "NotRequired[str]",
    "time_range": "NotRequired[Any]",
    "variables": "NotRequired[list[DashboardPatch_config_variables_item]]",
    "row_groups": "NotRequired[list[DashboardPatch_config_row_groups_item]]",
})
DashboardPatch = TypedDict("DashboardPatch", {
    "title": "NotRequired[str]",
    "config": "NotRequired[DashboardPatch_config]",
    "is_public": "NotRequired[bool]",
    "is_default": "NotRequired[bool]",
    "widgets": "NotRequired[list[WidgetDraft]]",
})
DashboardTemplatePath = TypedDict("DashboardTemplatePath", {
    "path": "str",
})
DirectoryUnavailableError = TypedDict("DirectoryUnavailableError", {
    "detail": "str",
    "code": "Literal[\"directory_unavailable\"]",
})
ElasticsearchError_error = TypedDict("ElasticsearchError_error", {
    "type": "str",
    "reason": "str",
})
ElasticsearchError = TypedDict("ElasticsearchError", {
    "error": "ElasticsearchError_error",
    "status": "int",
})
ElasticsearchTarget = TypedDict("ElasticsearchTarget", {
    "url": "str",
    "index": "NotRequired[str]",
    "authorization": "NotRequired[str]",
    "compress": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
})
EventArrivals = TypedDict("EventArrivals", {
    "objects": "list[EventRecord]",
    "next": "str",
    "has_more": "bool",
})
EventNote_author = TypedDict("EventNote_author", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
EventNote = TypedDict("EventNote", {
    "id": "int",
    "author": "EventNote_author | None",
    "text": "str",
    "created_at": "float",
    "updated_at": "float",
})
EventNoteDraft = TypedDict("EventNoteDraft", {
    "text": "str",
})
EventRateParams_time_range = TypedDict("EventRateParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
EventRateParams = TypedDict("EventRateParams", {
    "time_range": "NotRequired[EventRateParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
})
EventRateQuery_missing_shards_item = TypedDict("EventRateQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
EventRateQuery_error = TypedDict("EventRateQuery_error", {
    "code": "str",
    "detail": "str",
})
EventRateQuery = TypedDict("EventRateQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"EventRate\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "EventRateResults | NoResults",
    "params": "EventRateParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[EventRateQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[EventRateQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
EventRateRequest = TypedDict("EventRateRequest", {
    "type": "Literal[\"EventRate\"]",
    "params": "EventRateParams",
})
EventRateResults_totals_drill_up_time_range = TypedDict("EventRateResults_totals_drill_up_time_range", {
    "ts_from": "int",
    "ts_to": "int",
})
EventRateResults_totals = TypedDict("EventRateResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "drill_up_time_range": "EventRateResults_totals_drill_up_time_range | None",
    "sum": "int",
    "count": "int",
    "min": "int | None",
    "max": "int | None",
    "avg": "float | None",
    "last": "int | None",
    "approximate": "NotRequired[Literal[True]]",
    "bound": "NotRequired[str]",
})
EventRateResults_details_item = TypedDict("EventRateResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "count": "int",
})
EventRateResults = TypedDict("EventRateResults", {
    "totals": "EventRateResults_totals",
    "details": "list[EventRateResults_details_item]",
})
EventRecord_actions_hint_value_item_actions_item_condition = TypedDict("EventRecord_actions_hint_value_item_actions_item_condition", {
    "field": "str",
    "op": "str",
    "value": "str",
})
EventRecord_actions_hint_value_item_actions_item = TypedDict("EventRecord_actions_hint_value_item_actions_item", {
    "kind": "Literal[\"search\", \"filter\", \"exclude\", \"trigger\"]",
    "condition": "EventRecord_actions_hint_value_item_actions_item_condition",
    "url": "NotRequired[str]",
})
EventRecord_actions_hint_value_item_geoip = TypedDict("EventRecord_actions_hint_value_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
EventRecord_actions_hint_value_item = TypedDict("EventRecord_actions_hint_value_item", {
    "type": "Literal[\"url\", \"email\", \"mac\", \"ipv6\", \"ipv4\", \"host\"]",
    "value": "str",
    "start": "int",
    "end": "int",
    "actions": "list[EventRecord_actions_hint_value_item_actions_item]",
    "geoip": "NotRequired[EventRecord_actions_hint_value_item_geoip]",
})
EventRecord_geoip_value = TypedDict("EventRecord_geoip_value", {
    "country": "str",
    "state": "str",
    "city": "str",
})
EventRecord = TypedDict("EventRecord", {
    "id": "int",
    "_id": "str",
    "first_occurrence": "float",
    "last_occurrence": "float",
    "first_occurrence_date": "str",
    "last_occurrence_date": "str",
    "counter": "int",
    "host": "str",
    "program": "str",
    "cisco_mnemonic": "str",
    "message": "str",
    "severity": "int",
    "severity_name": "str",
    "facility": "int",
    "facility_name": "str",
    "status": "int",
    "status_name": "str",
    "type": "str",
    "user_tags": "dict[str, str]",
    "extra_fields": "dict[str, Any]",
    "trigger_ids": "list[int]",
    "triggers_fired_count": "int",
    "triggers_fired_data": "list[FiredTrigger]",
    "notes_count": "int",
    "notes": "list[EventNote]",
    "actions_hint": "NotRequired[dict[str, list[EventRecord_actions_hint_value_item]]]",
    "geoip": "NotRequired[dict[str, EventRecord_geoip_value]]",
})
ExtractionRequest_time_range = TypedDict("ExtractionRequest_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ExtractionRequest = TypedDict("ExtractionRequest", {
    "pattern": "str",
    "field": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "time_range": "NotRequired[ExtractionRequest_time_range]",
    "limit": "NotRequired[int]",
})
ExtractionResult_values_item = TypedDict("ExtractionResult_values_item", {
    "value": "str",
    "count": "int",
})
ExtractionResult_numbers = TypedDict("ExtractionResult_numbers", {
    "count": "int",
    "min": "float",
    "max": "float",
    "avg": "float",
    "p50": "float",
    "p90": "float",
    "p95": "float",
    "p99": "float",
})
ExtractionResult = TypedDict("ExtractionResult", {
    "ts_from": "int",
    "ts_to": "int",
    "count": "int",
    "distinct": "int",
    "values": "list[ExtractionResult_values_item]",
    "numbers": "ExtractionResult_numbers | None",
})
FieldLink = TypedDict("FieldLink", {
    "field": "str",
    "label": "str",
    "url": "str",
})
FieldStatsParams_time_range = TypedDict("FieldStatsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
FieldStatsParams = TypedDict("FieldStatsParams", {
    "time_range": "NotRequired[FieldStatsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "field": "NotRequired[str]",
    "limit": "NotRequired[int]",
})
FieldStatsQuery_missing_shards_item = TypedDict("FieldStatsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
FieldStatsQuery_error = TypedDict("FieldStatsQuery_error", {
    "code": "str",
    "detail": "str",
})
FieldStatsQuery = TypedDict("FieldStatsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"FieldStats\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "FieldStatsResults | NoResults",
    "params": "FieldStatsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[FieldStatsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[FieldStatsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
FieldStatsRequest = TypedDict("FieldStatsRequest", {
    "type": "Literal[\"FieldStats\"]",
    "params": "FieldStatsParams",
})
FieldStatsResults_totals_values_item = TypedDict("FieldStatsResults_totals_values_item", {
    "name": "str | int",
    "count": "int",
})
FieldStatsResults_totals_numeric = TypedDict("FieldStatsResults_totals_numeric", {
    "count": "int",
    "min": "float",
    "max": "float",
    "sum": "float",
    "avg": "float",
    "p50": "float",
    "p95": "float",
    "p99": "float",
    "percentiles_approximate": "NotRequired[Literal[True]]",
})
FieldStatsResults_totals = TypedDict("FieldStatsResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "total_count": "int",
    "count": "int",
    "cardinality": "int",
    "values": "list[FieldStatsResults_totals_values_item]",
    "numeric": "NotRequired[FieldStatsResults_totals_numeric]",
})
FieldStatsResults = TypedDict("FieldStatsResults", {
    "totals": "FieldStatsResults_totals",
})
FileTarget = TypedDict("FileTarget", {
    "name": "str",
    "format": "NotRequired[Literal[\"json\", \"tsv\"]]",
    "fields": "NotRequired[list[str]]",
    "rotate_seconds": "NotRequired[int]",
    "rotate_mb": "NotRequired[int]",
    "keep_files": "NotRequired[int]",
    "compression": "NotRequired[Literal[\"none\", \"gzip\", \"zstd\"]]",
})
FilterCost = TypedDict("FilterCost", {
    "trigger_id": "int",
    "matched": "int | None",
    "tried": "int | None",
    "micros": "float | None",
    "is_unindexed": "bool",
})
FiredTrigger_trigger = TypedDict("FiredTrigger_trigger", {
    "id": "int",
    "name": "str",
})
FiredTrigger_actions_item = TypedDict("FiredTrigger_actions_item", {
    "kind": "str",
    "status": "str",
    "detail": "str",
})
FiredTrigger = TypedDict("FiredTrigger", {
    "trigger": "FiredTrigger_trigger",
    "fired_at": "float",
    "actions": "list[FiredTrigger_actions_item]",
})
FirehoseRequest_records_item = TypedDict("FirehoseRequest_records_item", {
    "data": "str",
})
FirehoseRequest = TypedDict("FirehoseRequest", {
    "requestId": "str",
    "records": "list[FirehoseRequest_records_item]",
})
Forwarder_status = TypedDict("Forwarder_status", {
    "state": "Literal[\"sending\", \"behind\", \"retrying\", \"paused\", \"starting\"]",
    "error": "str | None",
    "error_at": "float | None",
    "retry_at": "float | None",
    "sent_at": "float | None",
    "sent": "int",
    "occurrences": "int",
    "rate": "float",
    "dropped": "int",
    "refused": "int",
    "skipped": "int",
    "expired": "int",
    "held_back": "int",
    "waiting": "int",
    "oldest_waiting": "float | None",
})
Forwarder = TypedDict("Forwarder", {
    "id": "int",
    "name": "str",
    "is_active": "bool",
    "filter": "list[GivenCondition | GivenConditionGroup]",
    "window_size": "int",
    "fast_forward_first": "bool",
    "rules": "list[dict[str, Any]]",
    "rate_limit": "int | None",
    "max_age": "int | None",
    "max_waiting_mb": "int | None",
    "syslog": "NotRequired[SyslogTarget]",
    "http": "NotRequired[HttpTarget]",
    "splunk_hec": "NotRequired[SplunkHecTarget]",
    "elasticsearch": "NotRequired[ElasticsearchTarget]",
    "loki": "NotRequired[LokiTarget]",
    "otlp": "NotRequired[OtlpTarget]",
    "kafka": "NotRequired[KafkaTarget]",
    "file": "NotRequired[FileTarget]",
    "gelf": "NotRequired[GelfTarget]",
    "millrace": "NotRequired[MillraceTarget]",
    "snmp": "NotRequired[SnmpForwarding]",
    "secrets": "list[str]",
    "status": "Forwarder_status",
    "created_at": "float",
    "updated_at": "float",
})
ForwarderDraft = TypedDict("ForwarderDraft", {
    "name": "str",
    "is_active": "NotRequired[bool]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "window_size": "NotRequired[int]",
    "fast_forward_first": "NotRequired[bool]",
    "rules": "NotRequired[list[dict[str, Any]]]",
    "rate_limit": "NotRequired[int | None]",
    "max_age": "NotRequired[int | None]",
    "max_waiting_mb": "NotRequired[int | None]",
    "syslog": "NotRequired[SyslogTarget]",
    "http": "NotRequired[HttpTarget]",
    "splunk_hec": "NotRequired[SplunkHecTarget]",
    "elasticsearch": "NotRequired[ElasticsearchTarget]",
    "loki": "NotRequired[LokiTarget]",
    "otlp": "NotRequired[OtlpTarget]",
    "kafka": "NotRequired[KafkaTarget]",
    "file": "NotRequired[FileTarget]",
    "gelf": "NotRequired[GelfTarget]",
    "millrace": "NotRequired[MillraceTarget]",
    "snmp": "NotRequired[SnmpForwarding]",
})
ForwarderPatch = TypedDict("ForwarderPatch", {
    "name": "NotRequired[str]",
    "is_active": "NotRequired[bool]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "window_size": "NotRequired[int]",
    "fast_forward_first": "NotRequired[bool]",
    "rules": "NotRequired[list[dict[str, Any]]]",
    "rate_limit": "NotRequired[int | None]",
    "max_age": "NotRequired[int | None]",
    "max_waiting_mb": "NotRequired[int | None]",
    "syslog": "NotRequired[SyslogTarget]",
    "http": "NotRequired[HttpTarget]",
    "splunk_hec": "NotRequired[SplunkHecTarget]",
    "elasticsearch": "NotRequired[ElasticsearchTarget]",
    "loki": "NotRequired[LokiTarget]",
    "otlp": "NotRequired[OtlpTarget]",
    "kafka": "NotRequired[KafkaTarget]",
    "file": "NotRequired[FileTarget]",
    "gelf": "NotRequired[GelfTarget]",
    "millrace": "NotRequired[MillraceTarget]",
    "snmp": "NotRequired[SnmpForwarding]",
})
ForwarderTest = TypedDict("ForwarderTest", {
    "ok": "bool",
    "detail": "str",
})
GelfError = TypedDict("GelfError", {
    "message": "str",
})
GelfTarget = TypedDict("GelfTarget", {
    "host": "str",
    "port": "int",
    "transport": "NotRequired[Literal[\"udp\", \"tcp\", \"tls\"]]",
    "compress": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
    "certificate": "NotRequired[str]",
    "key": "NotRequired[str]",
})
GenericQuery: TypeAlias = "SearchQuery | TopNQuery | LastNQuery | EventRateQuery | PatternsQuery | FieldStatsQuery | StatsQuery | ChangesQuery | StorageStatsQuery | ProcessingStatsQuery | TasksQuery | NotificationsQuery | System_CPUQuery | System_MemoryQuery | System_DFQuery | System_IOPSQuery | System_NetworkQuery | System_NetworkErrorsQuery"
GivenCondition = TypedDict("GivenCondition", {
    "field": "str",
    "op": "NotRequired[Literal[\"eq\", \"ne\", \"lt\", \"le\", \"gt\", \"ge\", \"qp\", \"=~\", \"!~\", \"|>\", \"!>\"]]",
    "value": "str | float | bool | list[str | float | bool]",
    "ignore_case": "NotRequired[bool]",
})
GivenConditionGroup = TypedDict("GivenConditionGroup", {
    "any": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "all": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "not": "NotRequired[GivenCondition | GivenConditionGroup]",
})
Group = TypedDict("Group", {
    "id": "int",
    "name": "str",
    "description": "str",
    "permissions": "list[Literal[\"manage_dashboards\", \"manage_widgets\", \"manage_tasks\", \"manage_queries\", \"manage_users\", \"manage_triggers\", \"manage_reports\", \"manage_rules\", \"audit\", \"manage_retention\", \"manage_forwarders\", \"search\", \"sql\", \"notifications\", \"triggers\", \"reports\", \"tasks\"]]",
    "hosts": "list[str]",
    "members": "list[int]",
    "external_groups": "list[str]",
})
GroupDraft = TypedDict("GroupDraft", {
    "name": "str",
    "description": "NotRequired[str]",
    "permissions": "NotRequired[list[Literal[\"manage_dashboards\", \"manage_widgets\", \"manage_tasks\", \"manage_queries\", \"manage_users\", \"manage_triggers\", \"manage_reports\", \"manage_rules\", \"audit\", \"manage_retention\", \"manage_forwarders\", \"search\", \"sql\", \"notifications\", \"triggers\", \"reports\", \"tasks\"]]]",
    "hosts": "NotRequired[list[str]]",
    "members": "NotRequired[list[int]]",
    "external_groups": "NotRequired[list[str]]",
})
GroupPatch = TypedDict("GroupPatch", {
    "name": "NotRequired[str]",
    "description": "NotRequired[str]",
    "permissions": "NotRequired[list[Literal[\"manage_dashboards\", \"manage_widgets\", \"manage_tasks\", \"manage_queries\", \"manage_users\", \"manage_triggers\", \"manage_reports\", \"manage_rules\", \"audit\", \"manage_retention\", \"manage_forwarders\", \"search\", \"sql\", \"notifications\", \"triggers\", \"reports\", \"tasks\"]]]",
    "hosts": "NotRequired[list[str]]",
    "members": "NotRequired[list[int]]",
    "external_groups": "NotRequired[list[str]]",
})
HeadersTooLargeError = TypedDict("HeadersTooLargeError", {
    "detail": "str",
    "code": "Literal[\"headers_too_large\"]",
})
HttpTarget = TypedDict("HttpTarget", {
    "url": "str",
    "fields": "NotRequired[list[str]]",
    "authorization": "NotRequired[str]",
    "compress": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
})
ImportTriggersBody: TypeAlias = "TriggerExport | list[TriggerExport]"
IncomingBatch = TypedDict("IncomingBatch", {
    "events": "list[IncomingEvent]",
})
IncomingEvent = TypedDict("IncomingEvent", {
    "message": "str",
    "host": "NotRequired[str]",
    "program": "NotRequired[str]",
    "ts": "NotRequired[float]",
    "priority": "NotRequired[int]",
    "severity": "NotRequired[int]",
    "facility": "NotRequired[int]",
    "user_tags": "NotRequired[dict[str, str]]",
    "extra_fields": "NotRequired[dict[str, str | float]]",
    "json": "NotRequired[dict[str, Any]]",
})
IngestHealth_checks_item = TypedDict("IngestHealth_checks_item", {
    "name": "Literal[\"open\", \"balance\", \"spool\", \"held\", \"disk\", \"drops\", \"refused\", \"clock\", \"quiet\"]",
    "level": "Literal[\"ok\", \"warning\", \"critical\"]",
    "value": "int",
    "limit": "int | None",
})
IngestHealth_hosts = TypedDict("IngestHealth_hosts", {
    "active": "int",
    "quiet": "int",
    "gone": "int",
    "new": "int",
})
IngestHealth_losses = TypedDict("IngestHealth_losses", {
    "datagrams": "int",
    "refused": "int",
    "since": "int",
})
IngestHealth = TypedDict("IngestHealth", {
    "level": "Literal[\"ok\", \"warning\", \"critical\"]",
    "at": "int",
    "checks": "list[IngestHealth_checks_item]",
    "hosts": "IngestHealth_hosts",
    "quiet": "list[SourceHost]",
    "has_events": "bool",
    "losses": "IngestHealth_losses | None",
})
InternalError = TypedDict("InternalError", {
    "detail": "str",
    "error_id": "str",
    "code": "Literal[\"internal\"]",
})
InvalidPageError = TypedDict("InvalidPageError", {
    "detail": "str",
    "code": "Literal[\"invalid_page\"]",
})
KafkaTarget = TypedDict("KafkaTarget", {
    "brokers": "list[str]",
    "topic": "str",
    "record_key": "NotRequired[Literal[\"host\", \"id\", \"none\"]]",
    "fields": "NotRequired[list[str]]",
    "compression": "NotRequired[Literal[\"none\", \"gzip\", \"zstd\", \"lz4\", \"snappy\"]]",
    "tls": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
    "certificate": "NotRequired[str]",
    "key": "NotRequired[str]",
    "sasl": "NotRequired[Literal[\"none\", \"plain\", \"scram_sha_256\", \"scram_sha_512\"]]",
    "user": "NotRequired[str]",
    "password": "NotRequired[str]",
})
LastNParams_time_range = TypedDict("LastNParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
LastNParams = TypedDict("LastNParams", {
    "time_range": "NotRequired[LastNParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "field": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "ignore_empty": "NotRequired[bool]",
})
LastNQuery_missing_shards_item = TypedDict("LastNQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
LastNQuery_error = TypedDict("LastNQuery_error", {
    "code": "str",
    "detail": "str",
})
LastNQuery = TypedDict("LastNQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"LastN\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "LastNResults | NoResults",
    "params": "LastNParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[LastNQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[LastNQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
LastNRequest = TypedDict("LastNRequest", {
    "type": "Literal[\"LastN\"]",
    "params": "LastNParams",
})
LastNResults_totals_values_item_geoip = TypedDict("LastNResults_totals_values_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
LastNResults_totals_values_item = TypedDict("LastNResults_totals_values_item", {
    "name": "str | int",
    "count": "int",
    "last_seen": "float",
    "geoip": "NotRequired[LastNResults_totals_values_item_geoip]",
})
LastNResults_totals = TypedDict("LastNResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "values": "list[LastNResults_totals_values_item]",
    "approximate": "NotRequired[Literal[True]]",
    "bound": "NotRequired[str]",
})
LastNResults = TypedDict("LastNResults", {
    "totals": "LastNResults_totals",
})
Ledger_totals = TypedDict("Ledger_totals", {
    "received": "int",
    "stored": "int",
    "duplicates": "int",
    "dropped": "int",
    "out_of_time": "int",
    "refused": "int",
    "refused_by": "dict[str, int]",
    "in_flight": "int",
    "turned_away": "dict[str, int]",
    "udp_dropped": "int",
    "frame_errors": "int",
    "truncated": "int",
    "fields_omitted": "int",
    "clock_ahead": "int",
    "bytes": "int",
    "connections": "int",
})
Ledger_sources_item = TypedDict("Ledger_sources_item", {
    "source": "str",
    "last_at": "float | None",
    "received": "int",
    "stored": "int",
    "duplicates": "int",
    "dropped": "int",
    "out_of_time": "int",
    "refused": "int",
    "refused_by": "dict[str, int]",
    "in_flight": "int",
    "turned_away": "dict[str, int]",
    "udp_dropped": "int",
    "frame_errors": "int",
    "truncated": "int",
    "fields_omitted": "int",
    "clock_ahead": "int",
    "bytes": "int",
    "connections": "int",
})
Ledger_bounds_aside_removed = TypedDict("Ledger_bounds_aside_removed", {
    "broken": "int",
    "refused": "int",
})
Ledger_bounds = TypedDict("Ledger_bounds", {
    "is_open": "bool",
    "windows_evicted": "int",
    "spool_bytes": "int",
    "spool_limit": "int",
    "disk_free": "int | None",
    "disk_floor": "int",
    "refused_held": "int",
    "aside_removed": "Ledger_bounds_aside_removed",
})
Ledger_forwarders_item = TypedDict("Ledger_forwarders_item", {
    "id": "int",
    "name": "str",
    "sent": "int",
    "dropped": "int",
    "refused": "int",
    "skipped": "int",
    "expired": "int",
    "waiting": "int",
})
Ledger_nodes_item_totals = TypedDict("Ledger_nodes_item_totals", {
    "received": "int",
    "stored": "int",
    "duplicates": "int",
    "dropped": "int",
    "out_of_time": "int",
    "refused": "int",
    "refused_by": "dict[str, int]",
    "in_flight": "int",
    "turned_away": "dict[str, int]",
    "udp_dropped": "int",
    "frame_errors": "int",
    "truncated": "int",
    "fields_omitted": "int",
    "clock_ahead": "int",
    "bytes": "int",
    "connections": "int",
})
Ledger_nodes_item = TypedDict("Ledger_nodes_item", {
    "node": "str",
    "is_running": "bool",
    "totals": "Ledger_nodes_item_totals",
})
Ledger = TypedDict("Ledger", {
    "is_balanced": "bool",
    "totals": "Ledger_totals",
    "sources": "list[Ledger_sources_item]",
    "bounds": "Ledger_bounds",
    "forwarders": "NotRequired[list[Ledger_forwarders_item]]",
    "nodes": "NotRequired[list[Ledger_nodes_item]]",
})
LegalHold = TypedDict("LegalHold", {
    "id": "int",
    "name": "str",
    "reason": "str",
    "filter": "list[GivenCondition | GivenConditionGroup]",
    "ts_from": "int | None",
    "ts_to": "int | None",
    "placed_at": "float",
    "placed_by": "str",
    "lifted_at": "float | None",
    "lifted_by": "str | None",
})
LegalHoldDraft = TypedDict("LegalHoldDraft", {
    "name": "str",
    "reason": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "ts_from": "NotRequired[int | None]",
    "ts_to": "NotRequired[int | None]",
})
Listener = TypedDict("Listener", {
    "name": "str",
    "kind": "str",
    "transport": "str",
    "host": "str | None",
    "port": "int | None",
    "path": "str | None",
    "tls": "bool",
    "client_certificates": "str",
    "timezone": "str",
    "program": "str | None",
    "tags": "dict[str, str]",
})
LiveClientFrame: TypeAlias = "list[Any]"
LiveServerFrame: TypeAlias = "list[Any]"
LoginBody = TypedDict("LoginBody", {
    "username": "str",
    "password": "str",
})
LokiError = TypedDict("LokiError", {
    "status": "Literal[\"error\"]",
    "error": "str",
})
LokiTarget = TypedDict("LokiTarget", {
    "url": "str",
    "tenant": "NotRequired[str]",
    "labels": "NotRequired[list[str]]",
    "authorization": "NotRequired[str]",
    "compress": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
})
MailOrder = TypedDict("MailOrder", {
    "mail_to": "str | list[str]",
    "subject": "str",
    "body": "str",
    "is_html": "NotRequired[bool]",
})
MailUnavailableError = TypedDict("MailUnavailableError", {
    "detail": "str",
    "code": "Literal[\"mail_unavailable\"]",
})
McpAnswer_error = TypedDict("McpAnswer_error", {
    "code": "int",
    "message": "str",
})
McpAnswer = TypedDict("McpAnswer", {
    "jsonrpc": "Literal[\"2.0\"]",
    "id": "NotRequired[str | int]",
    "result": "NotRequired[dict[str, Any]]",
    "error": "NotRequired[McpAnswer_error]",
})
McpMessage = TypedDict("McpMessage", {
    "jsonrpc": "Literal[\"2.0\"]",
    "id": "NotRequired[str | int]",
    "method": "str",
    "params": "NotRequired[dict[str, Any]]",
})
MetadataUnavailableError = TypedDict("MetadataUnavailableError", {
    "detail": "str",
    "code": "Literal[\"metadata_unavailable\"]",
})
MillraceTarget = TypedDict("MillraceTarget", {
    "url": "str",
    "token": "NotRequired[str]",
    "compress": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
})
NewReport_time_range = TypedDict("NewReport_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
NewReport = TypedDict("NewReport", {
    "title": "NotRequired[str]",
    "format": "Literal[\"csv\", \"json\", \"xlsx\", \"xslx\", \"docx\", \"pdf\"]",
    "query": "NotRequired[QueryRequest | None]",
    "dashboard_id": "NotRequired[int | None]",
    "time_range": "NotRequired[NewReport_time_range | None]",
    "timezone": "NotRequired[str]",
    "emails": "NotRequired[list[str]]",
    "deliver": "NotRequired[Literal[\"attachment\", \"link\"]]",
})
NoResults: TypeAlias = "dict[str, Any]"
NotAcceptableError = TypedDict("NotAcceptableError", {
    "detail": "str",
    "code": "Literal[\"not_acceptable\"]",
})
NotAuthenticatedError = TypedDict("NotAuthenticatedError", {
    "detail": "str",
    "code": "Literal[\"not_authenticated\"]",
})
NotFoundError = TypedDict("NotFoundError", {
    "detail": "str",
    "code": "Literal[\"not_found\"]",
})
NotificationCounts = TypedDict("NotificationCounts", {
    "unread_count": "int",
    "unread_groups": "int",
    "group_count": "int",
    "changed_at": "float | None",
})
NotificationEvent = TypedDict("NotificationEvent", {
    "id": "int",
    "event_id": "str | None",
    "key": "str",
    "count": "int | None",
    "fired_at": "float",
    "is_read": "bool",
    "host": "str",
    "program": "str",
    "severity": "int | None",
    "facility": "int | None",
    "cisco_mnemonic": "str",
    "message": "str",
    "user_tags": "dict[str, str]",
})
NotificationGroup_owner = TypedDict("NotificationGroup_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
NotificationGroup = TypedDict("NotificationGroup", {
    "id": "int",
    "name": "str",
    "trigger_id": "int",
    "is_private": "bool",
    "read_flag": "bool",
    "read_only": "bool",
    "all_count": "int",
    "unread_count": "int",
    "hits_count": "int | None",
    "unread_since": "float | None",
    "read_at": "float | None",
    "escalated_at": "float | None",
    "last_issued": "float",
    "updated_at": "float",
    "created_at": "float",
    "owner": "NotificationGroup_owner",
    "trigger": "Trigger",
    "events": "NotRequired[list[NotificationEvent]]",
})
NotificationPatch = TypedDict("NotificationPatch", {
    "read_flag": "bool",
})
NotificationsParams_time_range = TypedDict("NotificationsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
NotificationsParams = TypedDict("NotificationsParams", {
    "time_range": "NotRequired[NotificationsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "sort": "NotRequired[str | list[str]]",
    "time_range_field": "NotRequired[Literal[\"created_at\", \"updated_at\", \"unread_since\", \"read_at\"]]",
    "is_private": "NotRequired[bool]",
    "read": "NotRequired[bool]",
    "with_events": "NotRequired[bool]",
})
NotificationsQuery_missing_shards_item = TypedDict("NotificationsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
NotificationsQuery_error = TypedDict("NotificationsQuery_error", {
    "code": "str",
    "detail": "str",
})
NotificationsQuery = TypedDict("NotificationsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"Notifications\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "NotificationsResults | NoResults",
    "params": "NotificationsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[NotificationsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[NotificationsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
NotificationsRead = TypedDict("NotificationsRead", {
    "ids": "NotRequired[list[int]]",
})
NotificationsRequest = TypedDict("NotificationsRequest", {
    "type": "Literal[\"Notifications\"]",
    "params": "NotificationsParams",
})
NotificationsResults: TypeAlias = "list[NotificationGroup]"
OtlpError = TypedDict("OtlpError", {
    "code": "int",
    "message": "str",
})
OtlpTarget = TypedDict("OtlpTarget", {
    "url": "str",
    "authorization": "NotRequired[str]",
    "compress": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
})
OverloadedError = TypedDict("OverloadedError", {
    "detail": "str",
    "code": "Literal[\"overloaded\"]",
})
OwnAccount = TypedDict("OwnAccount", {
    "id": "int",
    "username": "str",
    "fullname": "str",
    "email": "str",
    "first_name": "str",
    "last_name": "str",
    "is_active": "bool",
    "groups": "list[int]",
    "is_admin": "bool",
    "created_at": "float",
    "last_login_at": "float | None",
    "has_password": "bool",
})
OwnPatch = TypedDict("OwnPatch", {
    "email": "NotRequired[str]",
    "first_name": "NotRequired[str]",
    "last_name": "NotRequired[str]",
    "password": "NotRequired[str]",
    "current_password": "NotRequired[str]",
})
PageSettings = TypedDict("PageSettings", {
    "field_links": "list[FieldLink]",
    "deploy_tag": "str | None",
    "changed_at": "float | None",
    "changed_by": "str | None",
})
PageSettingsPatch = TypedDict("PageSettingsPatch", {
    "field_links": "NotRequired[list[FieldLink]]",
    "deploy_tag": "NotRequired[str | None]",
})
PaginatedActionRunList = TypedDict("PaginatedActionRunList", {
    "objects": "list[ActionRun]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedArchiveRestoreList = TypedDict("PaginatedArchiveRestoreList", {
    "objects": "list[ArchiveRestore]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedArchivedDayList = TypedDict("PaginatedArchivedDayList", {
    "objects": "list[ArchivedDay]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedAuditEntryList = TypedDict("PaginatedAuditEntryList", {
    "objects": "list[AuditEntry]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedAuthTokenList = TypedDict("PaginatedAuthTokenList", {
    "objects": "list[AuthToken]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedDashboardList = TypedDict("PaginatedDashboardList", {
    "objects": "list[Dashboard | DashboardExport]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedEventNoteList = TypedDict("PaginatedEventNoteList", {
    "objects": "list[EventNote]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedFiredTriggerList = TypedDict("PaginatedFiredTriggerList", {
    "objects": "list[FiredTrigger]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedForwarderList = TypedDict("PaginatedForwarderList", {
    "objects": "list[Forwarder]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedGroupList = TypedDict("PaginatedGroupList", {
    "objects": "list[Group]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedLegalHoldList = TypedDict("PaginatedLegalHoldList", {
    "objects": "list[LegalHold]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedNotificationEventList = TypedDict("PaginatedNotificationEventList", {
    "objects": "list[NotificationEvent]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedNotificationGroupList = TypedDict("PaginatedNotificationGroupList", {
    "objects": "list[NotificationGroup]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedReportScheduleList = TypedDict("PaginatedReportScheduleList", {
    "objects": "list[ReportSchedule]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedRuleFileSummaryList = TypedDict("PaginatedRuleFileSummaryList", {
    "objects": "list[RuleFileSummary]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedSavedSearchList = TypedDict("PaginatedSavedSearchList", {
    "objects": "list[SavedSearch | SavedSearchExport]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedSessionList = TypedDict("PaginatedSessionList", {
    "objects": "list[Session]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedShortReportList = TypedDict("PaginatedShortReportList", {
    "objects": "list[ShortReport]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedSilenceList = TypedDict("PaginatedSilenceList", {
    "objects": "list[Silence]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedSourceHostList = TypedDict("PaginatedSourceHostList", {
    "objects": "list[SourceHost]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedTaskList = TypedDict("PaginatedTaskList", {
    "objects": "list[Task]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedTriggerList = TypedDict("PaginatedTriggerList", {
    "objects": "list[Trigger | TriggerExport]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedUserList = TypedDict("PaginatedUserList", {
    "objects": "list[User]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
PaginatedWidgetList = TypedDict("PaginatedWidgetList", {
    "objects": "list[Widget | WidgetExport]",
    "item_count": "int",
    "page_count": "int",
    "page_number": "int",
    "page_size": "int",
})
ParseError = TypedDict("ParseError", {
    "detail": "str",
    "code": "Literal[\"parse_error\"]",
})
PatternsParams_time_range = TypedDict("PatternsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
PatternsParams = TypedDict("PatternsParams", {
    "time_range": "NotRequired[PatternsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "limit": "NotRequired[int]",
    "sort": "NotRequired[Literal[\"count\", \"new\", \"growth\"]]",
    "with_subperiods": "NotRequired[bool]",
    "compare_before": "NotRequired[bool]",
})
PatternsQuery_missing_shards_item = TypedDict("PatternsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
PatternsQuery_error = TypedDict("PatternsQuery_error", {
    "code": "str",
    "detail": "str",
})
PatternsQuery = TypedDict("PatternsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"Patterns\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "PatternsResults | NoResults",
    "params": "PatternsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[PatternsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[PatternsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
PatternsRequest = TypedDict("PatternsRequest", {
    "type": "Literal[\"Patterns\"]",
    "params": "PatternsParams",
})
PatternsResults_totals_values_item_programs_item = TypedDict("PatternsResults_totals_values_item_programs_item", {
    "name": "str",
    "count": "int",
})
PatternsResults_totals_values_item = TypedDict("PatternsResults_totals_values_item", {
    "pattern": "str",
    "count": "int",
    "count_before": "NotRequired[int]",
    "is_new": "NotRequired[bool]",
    "counts": "NotRequired[list[int]]",
    "filter": "list[Condition | ConditionGroup]",
    "example": "NotRequired[str]",
    "severity": "NotRequired[int]",
    "first_seen": "NotRequired[int]",
    "last_seen": "NotRequired[int]",
    "programs": "NotRequired[list[PatternsResults_totals_values_item_programs_item]]",
})
PatternsResults_totals_before = TypedDict("PatternsResults_totals_before", {
    "ts_from": "int",
    "ts_to": "int",
    "count": "int",
})
PatternsResults_totals = TypedDict("PatternsResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "values": "list[PatternsResults_totals_values_item]",
    "cardinality": "int",
    "count": "int",
    "without_template": "int",
    "new_patterns": "NotRequired[int]",
    "before": "NotRequired[PatternsResults_totals_before]",
})
PatternsResults_details_item = TypedDict("PatternsResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "total_count": "int",
})
PatternsResults = TypedDict("PatternsResults", {
    "totals": "PatternsResults_totals",
    "details": "NotRequired[list[PatternsResults_details_item]]",
})
PermissionDeniedError = TypedDict("PermissionDeniedError", {
    "detail": "str",
    "code": "Literal[\"permission_denied\"]",
})
Preferences: TypeAlias = "dict[str, Any]"
ProcessingStatsParams_time_range = TypedDict("ProcessingStatsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ProcessingStatsParams = TypedDict("ProcessingStatsParams", {
    "time_range": "NotRequired[ProcessingStatsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
})
ProcessingStatsQuery_missing_shards_item = TypedDict("ProcessingStatsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
ProcessingStatsQuery_error = TypedDict("ProcessingStatsQuery_error", {
    "code": "str",
    "detail": "str",
})
ProcessingStatsQuery = TypedDict("ProcessingStatsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"ProcessingStats\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "ProcessingStatsResults | NoResults",
    "params": "ProcessingStatsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[ProcessingStatsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[ProcessingStatsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
ProcessingStatsRequest = TypedDict("ProcessingStatsRequest", {
    "type": "Literal[\"ProcessingStats\"]",
    "params": "ProcessingStatsParams",
})
ProcessingStatsResults_totals = TypedDict("ProcessingStatsResults_totals", {
    "new": "int",
    "duplicates": "int",
    "oot": "int",
    "total": "int",
    "ts_from": "int",
    "ts_to": "int",
})
ProcessingStatsResults_details_item = TypedDict("ProcessingStatsResults_details_item", {
    "new": "int",
    "duplicates": "int",
    "oot": "int",
    "ts_from": "int",
    "ts_to": "int",
})
ProcessingStatsResults = TypedDict("ProcessingStatsResults", {
    "totals": "ProcessingStatsResults_totals",
    "details": "list[ProcessingStatsResults_details_item]",
})
QueryExplanation_slices = TypedDict("QueryExplanation_slices", {
    "computed": "int",
    "kept": "int",
})
QueryExplanation_counts = TypedDict("QueryExplanation_counts", {
    "from_memory": "int",
    "counted": "int",
})
QueryExplanation_archive = TypedDict("QueryExplanation_archive", {
    "days": "int",
    "bytes": "int",
})
QueryExplanation_engine_read = TypedDict("QueryExplanation_engine_read", {
    "statements": "int",
    "rows": "int",
    "bytes": "int",
})
QueryExplanation_engine = TypedDict("QueryExplanation_engine", {
    "statements": "int",
    "time": "float",
    "read": "NotRequired[QueryExplanation_engine_read]",
})
QueryExplanation_phases = TypedDict("QueryExplanation_phases", {
    "waiting": "float",
    "slices": "float",
    "results": "float",
    "total": "float",
})
QueryExplanation = TypedDict("QueryExplanation", {
    "computed_at": "float",
    "refresh": "bool",
    "messages": "Literal[\"unread\", \"index\", \"scanned\"]",
    "rows_in_range": "NotRequired[int]",
    "slices": "NotRequired[QueryExplanation_slices]",
    "counts": "NotRequired[QueryExplanation_counts]",
    "archive": "NotRequired[QueryExplanation_archive]",
    "engine": "NotRequired[QueryExplanation_engine]",
    "phases": "NotRequired[QueryExplanation_phases]",
})
QueryMemoryError = TypedDict("QueryMemoryError", {
    "detail": "str",
    "code": "Literal[\"query_memory\"]",
})
QueryQuarantinedError = TypedDict("QueryQuarantinedError", {
    "detail": "str",
    "code": "Literal[\"query_quarantined\"]",
})
QueryRequest: TypeAlias = "SearchRequest | TopNRequest | LastNRequest | EventRateRequest | PatternsRequest | FieldStatsRequest | StatsRequest | ChangesRequest | StorageStatsRequest | ProcessingStatsRequest | TasksRequest | NotificationsRequest | System_CPURequest | System_MemoryRequest | System_DFRequest | System_IOPSRequest | System_NetworkRequest | System_NetworkErrorsRequest"
QuerySyntaxError = TypedDict("QuerySyntaxError", {
    "detail": "str",
    "position": "int",
    "expected": "str",
    "code": "Literal[\"query_syntax\"]",
})
QueryTimeoutError = TypedDict("QueryTimeoutError", {
    "detail": "str",
    "code": "Literal[\"query_timeout\"]",
})
RangeNotSatisfiableError = TypedDict("RangeNotSatisfiableError", {
    "detail": "str",
    "code": "Literal[\"range_not_satisfiable\"]",
})
RangeTooDeepError = TypedDict("RangeTooDeepError", {
    "detail": "str",
    "code": "Literal[\"range_too_deep\"]",
})
ReportSchedule_time_range = TypedDict("ReportSchedule_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ReportSchedule_schedule = TypedDict("ReportSchedule_schedule", {
    "cron": "NotRequired[Cron]",
    "adhoc": "NotRequired[Literal[True]]",
    "timestamp": "NotRequired[str | float]",
})
ReportSchedule_last_report_error = TypedDict("ReportSchedule_last_report_error", {
    "code": "str",
    "detail": "str",
})
ReportSchedule_last_report = TypedDict("ReportSchedule_last_report", {
    "id": "int",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\"]",
    "created_at": "float",
    "finished_at": "float | None",
    "error": "ReportSchedule_last_report_error | None",
})
ReportSchedule_owner = TypedDict("ReportSchedule_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
ReportSchedule = TypedDict("ReportSchedule", {
    "id": "int",
    "title": "str",
    "format": "Literal[\"csv\", \"json\", \"xlsx\", \"xslx\", \"docx\", \"pdf\"]",
    "query": "QueryRequest | None",
    "dashboard_id": "int | None",
    "time_range": "ReportSchedule_time_range | None",
    "timezone": "str",
    "emails": "list[str]",
    "deliver": "Literal[\"attachment\", \"link\"]",
    "schedule_type": "Literal[\"c\", \"a\", \"t\"]",
    "schedule": "ReportSchedule_schedule",
    "is_active": "bool",
    "retention": "int",
    "last_run_at": "float | None",
    "next_run_at": "float | None",
    "last_report": "ReportSchedule_last_report | None",
    "owner": "ReportSchedule_owner",
    "created_at": "float",
    "updated_at": "float",
})
ReportScheduleDraft_time_range = TypedDict("ReportScheduleDraft_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ReportScheduleDraft_schedule = TypedDict("ReportScheduleDraft_schedule", {
    "cron": "NotRequired[Cron]",
    "adhoc": "NotRequired[Literal[True]]",
    "timestamp": "NotRequired[str | float]",
})
ReportScheduleDraft = TypedDict("ReportScheduleDraft", {
    "title": "str",
    "format": "Literal[\"csv\", \"json\", \"xlsx\", \"xslx\", \"docx\", \"pdf\"]",
    "query": "NotRequired[QueryRequest | None]",
    "dashboard_id": "NotRequired[int | None]",
    "time_range": "NotRequired[ReportScheduleDraft_time_range | None]",
    "timezone": "NotRequired[str]",
    "emails": "NotRequired[list[str]]",
    "deliver": "NotRequired[Literal[\"attachment\", \"link\"]]",
    "schedule_type": "Literal[\"c\", \"a\", \"t\"]",
    "schedule": "ReportScheduleDraft_schedule",
    "is_active": "NotRequired[bool]",
    "retention": "NotRequired[int]",
})
ReportSchedulePatch_time_range = TypedDict("ReportSchedulePatch_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ReportSchedulePatch_schedule = TypedDict("ReportSchedulePatch_schedule", {
    "cron": "NotRequired[Cron]",
    "adhoc": "NotRequired[Literal[True]]",
    "timestamp": "NotRequired[str | float]",
})
ReportSchedulePatch = TypedDict("ReportSchedulePatch", {
    "title": "NotRequired[str]",
    "format": "NotRequired[Literal[\"csv\", \"json\", \"xlsx\", \"xslx\", \"docx\", \"pdf\"]]",
    "query": "NotRequired[QueryRequest | None]",
    "dashboard_id": "NotRequired[int | None]",
    "time_range": "NotRequired[ReportSchedulePatch_time_range | None]",
    "timezone": "NotRequired[str]",
    "emails": "NotRequired[list[str]]",
    "deliver": "NotRequired[Literal[\"attachment\", \"link\"]]",
    "schedule_type": "NotRequired[Literal[\"c\", \"a\", \"t\"]]",
    "schedule": "NotRequired[ReportSchedulePatch_schedule]",
    "is_active": "NotRequired[bool]",
    "retention": "NotRequired[int]",
})
RequestTimeoutError = TypedDict("RequestTimeoutError", {
    "detail": "str",
    "code": "Literal[\"request_timeout\"]",
})
Retention = TypedDict("Retention", {
    "days": "int",
    "bytes": "int",
    "classes": "dict[str, int]",
    "unset_classes": "list[str]",
    "default_days": "int",
    "default_bytes": "int",
    "default_classes": "dict[str, int]",
    "due_days": "list[str] | None",
    "changed_at": "float | None",
    "changed_by": "str | None",
})
RetentionPatch = TypedDict("RetentionPatch", {
    "days": "NotRequired[int | None]",
    "bytes": "NotRequired[int | None]",
    "classes": "NotRequired[dict[str, int] | None]",
})
RuleFault = TypedDict("RuleFault", {
    "rule": "int",
    "member": "str",
    "message": "str",
    "line": "NotRequired[int]",
})
RuleFile = TypedDict("RuleFile", {
    "name": "str",
    "source": "Literal[\"folder\", \"api\"]",
    "is_enabled": "bool",
    "status": "Literal[\"active\", \"disabled\", \"refused\"]",
    "rule_count": "int",
    "first_match_only": "bool",
    "hc_tags": "list[str]",
    "matched": "int",
    "errors": "list[RuleFault]",
    "warnings": "NotRequired[list[RuleFault]]",
    "content": "Any",
    "text": "str",
    "rules": "list[RuleRecord]",
})
RuleFileDraft = TypedDict("RuleFileDraft", {
    "name": "str",
    "content": "NotRequired[dict[str, Any]]",
    "text": "NotRequired[str]",
    "is_enabled": "NotRequired[bool]",
})
RuleFilePatch = TypedDict("RuleFilePatch", {
    "name": "NotRequired[str]",
    "content": "NotRequired[dict[str, Any]]",
    "text": "NotRequired[str]",
    "is_enabled": "NotRequired[bool]",
})
RuleFileSummary = TypedDict("RuleFileSummary", {
    "name": "str",
    "source": "Literal[\"folder\", \"api\"]",
    "is_enabled": "bool",
    "status": "Literal[\"active\", \"disabled\", \"refused\"]",
    "rule_count": "int",
    "first_match_only": "bool",
    "hc_tags": "list[str]",
    "matched": "int",
    "errors": "list[RuleFault]",
    "warnings": "NotRequired[list[RuleFault]]",
})
RuleOutcome_event = TypedDict("RuleOutcome_event", {
    "host": "str",
    "program": "str",
    "message": "str",
    "cisco_mnemonic": "str",
    "severity": "int",
    "facility": "int",
    "status": "int",
    "user_tags": "dict[str, str]",
    "retention": "str",
})
RuleOutcome_matched_item = TypedDict("RuleOutcome_matched_item", {
    "file": "str",
    "rule": "int",
    "comment": "str",
})
RuleOutcome = TypedDict("RuleOutcome", {
    "dropped": "bool",
    "event": "RuleOutcome_event",
    "matched": "list[RuleOutcome_matched_item]",
})
RuleRecord = TypedDict("RuleRecord", {
    "rule": "int",
    "comment": "str",
    "matched": "int",
    "tried": "int",
    "micros": "float | None",
    "errors": "int",
    "last_error": "str",
    "disabled": "bool",
    "unindexed": "bool",
})
RuleTrial = TypedDict("RuleTrial", {
    "events": "list[Any]",
    "content": "NotRequired[dict[str, Any]]",
    "text": "NotRequired[str]",
    "name": "NotRequired[str]",
    "replaces": "NotRequired[str]",
})
RuleValidation = TypedDict("RuleValidation", {
    "content": "NotRequired[dict[str, Any]]",
    "text": "NotRequired[str]",
})
SavedSearch_owner = TypedDict("SavedSearch_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
SavedSearch_params = TypedDict("SavedSearch_params", {
    "filter": "NotRequired[list[Any]]",
    "sort": "NotRequired[Any]",
    "time_range": "NotRequired[dict[str, Any]]",
    "with_archive": "NotRequired[bool]",
})
SavedSearch_columns_item = TypedDict("SavedSearch_columns_item", {
    "field": "str",
    "width": "NotRequired[int]",
})
SavedSearch = TypedDict("SavedSearch", {
    "id": "int",
    "owner": "SavedSearch_owner",
    "title": "str",
    "description": "str",
    "params": "SavedSearch_params",
    "columns": "list[SavedSearch_columns_item]",
    "is_public": "bool",
    "starred": "bool",
    "read_only": "bool",
    "created_at": "float",
    "updated_at": "float",
    "last_used_at": "float | None",
})
SavedSearchDraft_params = TypedDict("SavedSearchDraft_params", {
    "filter": "NotRequired[list[Any]]",
    "sort": "NotRequired[Any]",
    "time_range": "NotRequired[dict[str, Any]]",
    "with_archive": "NotRequired[bool]",
})
SavedSearchDraft_columns_item = TypedDict("SavedSearchDraft_columns_item", {
    "field": "str",
    "width": "NotRequired[int]",
})
SavedSearchDraft = TypedDict("SavedSearchDraft", {
    "title": "str",
    "description": "NotRequired[str]",
    "params": "NotRequired[SavedSearchDraft_params]",
    "columns": "NotRequired[list[SavedSearchDraft_columns_item]]",
    "is_public": "NotRequired[bool]",
})
SavedSearchExport_params = TypedDict("SavedSearchExport_params", {
    "filter": "NotRequired[list[Any]]",
    "sort": "NotRequired[Any]",
    "time_range": "NotRequired[dict[str, Any]]",
    "with_archive": "NotRequired[bool]",
})
SavedSearchExport_columns_item = TypedDict("SavedSearchExport_columns_item", {
    "field": "str",
    "width": "NotRequired[int]",
})
SavedSearchExport = TypedDict("SavedSearchExport", {
    "title": "str",
    "description": "str",
    "params": "SavedSearchExport_params",
    "columns": "list[SavedSearchExport_columns_item]",
    "is_public": "bool",
})
SavedSearchPatch_params = TypedDict("SavedSearchPatch_params", {
    "filter": "NotRequired[list[Any]]",
    "sort": "NotRequired[Any]",
    "time_range": "NotRequired[dict[str, Any]]",
    "with_archive": "NotRequired[bool]",
})
SavedSearchPatch_columns_item = TypedDict("SavedSearchPatch_columns_item", {
    "field": "str",
    "width": "NotRequired[int]",
})
SavedSearchPatch = TypedDict("SavedSearchPatch", {
    "title": "NotRequired[str]",
    "description": "NotRequired[str]",
    "params": "NotRequired[SavedSearchPatch_params]",
    "columns": "NotRequired[list[SavedSearchPatch_columns_item]]",
    "is_public": "NotRequired[bool]",
})
SearchParams_time_range = TypedDict("SearchParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
SearchParams = TypedDict("SearchParams", {
    "time_range": "NotRequired[SearchParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "sort": "NotRequired[str | list[str]]",
    "page": "NotRequired[int]",
    "page_size": "NotRequired[int]",
    "limit": "NotRequired[int]",
    "offset": "NotRequired[int]",
})
SearchQuery_missing_shards_item = TypedDict("SearchQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
SearchQuery_error = TypedDict("SearchQuery_error", {
    "code": "str",
    "detail": "str",
})
SearchQuery = TypedDict("SearchQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"Search\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "SearchResults | NoResults",
    "params": "SearchParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[SearchQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[SearchQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
SearchRequest = TypedDict("SearchRequest", {
    "type": "Literal[\"Search\"]",
    "params": "SearchParams",
})
SearchResults_totals = TypedDict("SearchResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "count": "int",
    "occurrences": "int",
    "total_count": "NotRequired[int]",
    "approximate": "NotRequired[Literal[True]]",
    "bound": "NotRequired[str]",
})
SearchResults_events = TypedDict("SearchResults_events", {
    "page_number": "int",
    "page_size": "int",
    "offset": "int",
    "page_count": "int",
    "item_count": "int",
    "objects": "list[EventRecord]",
})
SearchResults = TypedDict("SearchResults", {
    "totals": "SearchResults_totals",
    "events": "SearchResults_events",
})
ServiceHealth_parts_item = TypedDict("ServiceHealth_parts_item", {
    "name": "Literal[\"ingest\", \"spool\", \"engine\", \"queries\", \"disk\", \"metadata\", \"clock\", \"nodes\", \"forwarding\", \"archive\"]",
    "state": "Literal[\"ok\", \"warning\", \"failed\"]",
    "says": "str",
    "advice": "str | None",
})
ServiceHealth = TypedDict("ServiceHealth", {
    "state": "Literal[\"ok\", \"warning\", \"failed\"]",
    "parts": "list[ServiceHealth_parts_item]",
})
Session = TypedDict("Session", {
    "id": "int",
    "created_at": "float",
    "last_used_at": "float",
    "expires_at": "float",
    "address": "str",
    "agent": "str",
    "current": "bool",
})
ShortReport_time_range = TypedDict("ShortReport_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
ShortReport_owner = TypedDict("ShortReport_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
ShortReport_error = TypedDict("ShortReport_error", {
    "code": "str",
    "detail": "str",
})
ShortReport_mail = TypedDict("ShortReport_mail", {
    "status": "Literal[\"waiting\", \"sent\", \"failed\"]",
    "emails": "list[str]",
    "tries": "int",
    "error": "str | None",
})
ShortReport_parts_item_error = TypedDict("ShortReport_parts_item_error", {
    "code": "str",
    "detail": "str",
})
ShortReport_parts_item = TypedDict("ShortReport_parts_item", {
    "title": "str",
    "type": "str",
    "params": "dict[str, Any]",
    "ts_from": "int | None",
    "ts_to": "int | None",
    "error": "NotRequired[ShortReport_parts_item_error]",
})
ShortReport = TypedDict("ShortReport", {
    "id": "int",
    "title": "str",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\"]",
    "progress": "float",
    "format": "Literal[\"csv\", \"json\", \"xlsx\", \"xslx\", \"docx\", \"pdf\"]",
    "file_name": "str | None",
    "file_size": "int | None",
    "query_type": "str | None",
    "dashboard_id": "int | None",
    "schedule_id": "int | None",
    "planned_at": "float | None",
    "time_range": "ShortReport_time_range | None",
    "timezone": "str",
    "owner": "ShortReport_owner",
    "created_at": "float",
    "finished_at": "float | None",
    "expires_at": "float | None",
    "error": "ShortReport_error | None",
    "rows_capped_from": "int | None",
    "data_hash": "str | None",
    "mail": "ShortReport_mail | None",
    "parts": "NotRequired[list[ShortReport_parts_item]]",
})
SignInMethods_oidc = TypedDict("SignInMethods_oidc", {
    "name": "str",
    "url": "str",
})
SignInMethods = TypedDict("SignInMethods", {
    "password": "bool",
    "oidc": "SignInMethods_oidc | None",
})
Silence_owner = TypedDict("Silence_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
Silence = TypedDict("Silence", {
    "id": "int",
    "owner": "Silence_owner",
    "name": "str",
    "comment": "str",
    "filter": "list[GivenCondition | GivenConditionGroup]",
    "trigger_ids": "list[int]",
    "starts_at": "float",
    "ends_at": "float",
    "is_active": "bool",
    "read_only": "bool",
    "suppressed_count": "int | None",
    "created_at": "float",
    "updated_at": "float",
})
SilenceDraft = TypedDict("SilenceDraft", {
    "name": "str",
    "comment": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "trigger_ids": "NotRequired[list[int]]",
    "starts_at": "NotRequired[float]",
    "ends_at": "float",
})
SilencePatch = TypedDict("SilencePatch", {
    "name": "NotRequired[str]",
    "comment": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "trigger_ids": "NotRequired[list[int]]",
    "starts_at": "NotRequired[float]",
    "ends_at": "NotRequired[float]",
})
SnmpForwarding = TypedDict("SnmpForwarding", {
    "host": "str",
    "port": "NotRequired[int]",
    "version": "Literal[\"v2c\", \"v3\"]",
    "community": "NotRequired[str]",
    "user": "NotRequired[str]",
    "auth_protocol": "NotRequired[Literal[\"none\", \"sha\", \"sha256\", \"sha512\"]]",
    "auth_password": "NotRequired[str]",
    "priv_protocol": "NotRequired[Literal[\"none\", \"aes\", \"aes256\"]]",
    "priv_password": "NotRequired[str]",
    "trap_oid": "NotRequired[str]",
    "oid_map": "NotRequired[dict[str, str]]",
})
SnmpTarget = TypedDict("SnmpTarget", {
    "host": "str",
    "port": "NotRequired[int]",
    "version": "Literal[\"v2c\", \"v3\"]",
    "community": "NotRequired[str]",
    "user": "NotRequired[str]",
    "auth_protocol": "NotRequired[Literal[\"none\", \"sha\", \"sha256\", \"sha512\"]]",
    "auth_password": "NotRequired[str]",
    "priv_protocol": "NotRequired[Literal[\"none\", \"aes\", \"aes256\"]]",
    "priv_password": "NotRequired[str]",
})
SourceHost = TypedDict("SourceHost", {
    "host": "str",
    "state": "Literal[\"active\", \"quiet\", \"gone\", \"new\"]",
    "first_at": "int",
    "last_at": "int",
    "silent_seconds": "int",
    "usual_silence": "int | None",
    "events": "int",
    "clock_delay": "int | None",
    "mark": "Literal[\"acknowledged\", \"ignored\"] | None",
    "marked_by": "str | None",
})
SourceHostMark = TypedDict("SourceHostMark", {
    "host": "str",
    "mark": "Literal[\"acknowledged\", \"ignored\"] | None",
})
SplunkAnswer = TypedDict("SplunkAnswer", {
    "text": "str",
    "code": "int",
    "invalid-event-number": "NotRequired[int]",
})
SplunkHecTarget = TypedDict("SplunkHecTarget", {
    "url": "str",
    "token": "NotRequired[str]",
    "index": "NotRequired[str]",
    "source": "NotRequired[str]",
    "sourcetype": "NotRequired[str]",
    "acknowledge": "NotRequired[bool]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
})
SqlRefusedError = TypedDict("SqlRefusedError", {
    "detail": "str",
    "code": "Literal[\"sql_refused\"]",
})
SqlRequest = TypedDict("SqlRequest", {
    "sql": "str",
    "time_range": "NotRequired[TimeRange]",
})
SqlResult_columns_item = TypedDict("SqlResult_columns_item", {
    "name": "str",
    "type": "str",
})
SqlResult = TypedDict("SqlResult", {
    "columns": "list[SqlResult_columns_item]",
    "rows": "list[list[Any]]",
    "ts_from": "int",
    "ts_to": "int",
})
StarBody = TypedDict("StarBody", {
    "starred": "bool",
})
StartingError = TypedDict("StartingError", {
    "detail": "str",
    "code": "Literal[\"starting\"]",
})
StatsParams_time_range = TypedDict("StatsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
StatsParams = TypedDict("StatsParams", {
    "time_range": "NotRequired[StatsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "functions": "NotRequired[list[Literal[\"count\", \"distinct\", \"sum\", \"avg\", \"min\", \"max\", \"p50\", \"p75\", \"p90\", \"p95\", \"p99\"]]]",
    "field": "NotRequired[str]",
    "group_by": "NotRequired[list[str]]",
    "limit": "NotRequired[int]",
    "ascending": "NotRequired[bool]",
    "ignore_empty": "NotRequired[bool]",
    "with_subperiods": "NotRequired[bool]",
})
StatsQuery_missing_shards_item = TypedDict("StatsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
StatsQuery_error = TypedDict("StatsQuery_error", {
    "code": "str",
    "detail": "str",
})
StatsQuery = TypedDict("StatsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"Stats\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "StatsResults | NoResults",
    "params": "StatsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[StatsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[StatsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
StatsRequest = TypedDict("StatsRequest", {
    "type": "Literal[\"Stats\"]",
    "params": "StatsParams",
})
StatsResults_totals_values_item_values = TypedDict("StatsResults_totals_values_item_values", {
    "count": "NotRequired[float | None]",
    "distinct": "NotRequired[float | None]",
    "sum": "NotRequired[float | None]",
    "avg": "NotRequired[float | None]",
    "min": "NotRequired[float | None]",
    "max": "NotRequired[float | None]",
    "p50": "NotRequired[float | None]",
    "p75": "NotRequired[float | None]",
    "p90": "NotRequired[float | None]",
    "p95": "NotRequired[float | None]",
    "p99": "NotRequired[float | None]",
})
StatsResults_totals_values_item = TypedDict("StatsResults_totals_values_item", {
    "group": "list[str | int]",
    "values": "StatsResults_totals_values_item_values",
})
StatsResults_totals = TypedDict("StatsResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "groups": "int",
    "values": "list[StatsResults_totals_values_item]",
    "approximate": "NotRequired[Literal[True]]",
    "bound": "NotRequired[str]",
})
StatsResults_details_item_values_item_values = TypedDict("StatsResults_details_item_values_item_values", {
    "count": "NotRequired[float | None]",
    "distinct": "NotRequired[float | None]",
    "sum": "NotRequired[float | None]",
    "avg": "NotRequired[float | None]",
    "min": "NotRequired[float | None]",
    "max": "NotRequired[float | None]",
    "p50": "NotRequired[float | None]",
    "p75": "NotRequired[float | None]",
    "p90": "NotRequired[float | None]",
    "p95": "NotRequired[float | None]",
    "p99": "NotRequired[float | None]",
})
StatsResults_details_item_values_item = TypedDict("StatsResults_details_item_values_item", {
    "group": "list[str | int]",
    "values": "StatsResults_details_item_values_item_values",
})
StatsResults_details_item = TypedDict("StatsResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "values": "list[StatsResults_details_item_values_item]",
})
StatsResults = TypedDict("StatsResults", {
    "totals": "StatsResults_totals",
    "details": "NotRequired[list[StatsResults_details_item]]",
})
StopQuery = TypedDict("StopQuery", {
    "type": "NotRequired[str]",
    "params": "NotRequired[dict[str, Any]]",
})
StorageDamagedError = TypedDict("StorageDamagedError", {
    "detail": "str",
    "code": "Literal[\"storage_damaged\"]",
})
StorageStatsParams_time_range = TypedDict("StorageStatsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
StorageStatsParams = TypedDict("StorageStatsParams", {
    "time_range": "NotRequired[StorageStatsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
})
StorageStatsQuery_missing_shards_item = TypedDict("StorageStatsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
StorageStatsQuery_error = TypedDict("StorageStatsQuery_error", {
    "code": "str",
    "detail": "str",
})
StorageStatsQuery = TypedDict("StorageStatsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"StorageStats\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "StorageStatsResults | NoResults",
    "params": "StorageStatsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[StorageStatsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[StorageStatsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
StorageStatsRequest = TypedDict("StorageStatsRequest", {
    "type": "Literal[\"StorageStats\"]",
    "params": "StorageStatsParams",
})
StorageStatsResults_totals = TypedDict("StorageStatsResults_totals", {
    "new": "int",
    "duplicates": "int",
    "total": "int",
    "ts_from": "int",
    "ts_to": "int",
})
StorageStatsResults_all_time = TypedDict("StorageStatsResults_all_time", {
    "new": "int",
    "duplicates": "int",
    "total": "int",
})
StorageStatsResults = TypedDict("StorageStatsResults", {
    "totals": "StorageStatsResults_totals",
    "all_time": "StorageStatsResults_all_time",
})
StorageUnavailableError = TypedDict("StorageUnavailableError", {
    "detail": "str",
    "code": "Literal[\"storage_unavailable\"]",
})
StoredSpace_retention = TypedDict("StoredSpace_retention", {
    "days": "int",
    "bytes": "int",
    "classes": "NotRequired[dict[str, int]]",
})
StoredSpace_disks_item = TypedDict("StoredSpace_disks_item", {
    "name": "str",
    "total": "int",
    "free": "int",
    "level": "Literal[\"ok\", \"warning\", \"critical\"]",
    "unknown_since": "float | None",
})
StoredSpace_days_item = TypedDict("StoredSpace_days_item", {
    "day": "str",
    "rows": "int",
    "bytes": "int",
    "holds": "int",
    "held_by": "list[str]",
    "is_announced": "bool",
})
StoredSpace = TypedDict("StoredSpace", {
    "rows": "int",
    "bytes": "int",
    "retention": "StoredSpace_retention",
    "disks": "list[StoredSpace_disks_item]",
    "days": "list[StoredSpace_days_item]",
})
SyslogTarget = TypedDict("SyslogTarget", {
    "host": "str",
    "port": "int",
    "transport": "NotRequired[Literal[\"udp\", \"tcp\", \"tls\"]]",
    "protocol": "NotRequired[Literal[\"rfc5424\", \"bsd\"]]",
    "framing": "NotRequired[Literal[\"octet_count\", \"newline\"]]",
    "verify_tls": "NotRequired[bool]",
    "ca": "NotRequired[str]",
    "certificate": "NotRequired[str]",
    "key": "NotRequired[str]",
})
System_CPUParams_time_range = TypedDict("System_CPUParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
System_CPUParams = TypedDict("System_CPUParams", {
    "time_range": "NotRequired[System_CPUParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "host": "NotRequired[str]",
    "node": "NotRequired[str]",
    "cpu": "NotRequired[int | str]",
})
System_CPUQuery_missing_shards_item = TypedDict("System_CPUQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
System_CPUQuery_error = TypedDict("System_CPUQuery_error", {
    "code": "str",
    "detail": "str",
})
System_CPUQuery = TypedDict("System_CPUQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"System_CPU\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "System_CPUResults | NoResults",
    "params": "System_CPUParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[System_CPUQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[System_CPUQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
System_CPURequest = TypedDict("System_CPURequest", {
    "type": "Literal[\"System_CPU\"]",
    "params": "System_CPUParams",
})
System_CPUResults_totals_usage_user = TypedDict("System_CPUResults_totals_usage_user", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_nice = TypedDict("System_CPUResults_totals_usage_nice", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_system = TypedDict("System_CPUResults_totals_usage_system", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_irq = TypedDict("System_CPUResults_totals_usage_irq", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_softirq = TypedDict("System_CPUResults_totals_usage_softirq", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_iowait = TypedDict("System_CPUResults_totals_usage_iowait", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_steal = TypedDict("System_CPUResults_totals_usage_steal", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals_usage_idle = TypedDict("System_CPUResults_totals_usage_idle", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_CPUResults_totals = TypedDict("System_CPUResults_totals", {
    "usage_user": "System_CPUResults_totals_usage_user",
    "usage_nice": "System_CPUResults_totals_usage_nice",
    "usage_system": "System_CPUResults_totals_usage_system",
    "usage_irq": "System_CPUResults_totals_usage_irq",
    "usage_softirq": "System_CPUResults_totals_usage_softirq",
    "usage_iowait": "System_CPUResults_totals_usage_iowait",
    "usage_steal": "System_CPUResults_totals_usage_steal",
    "usage_idle": "System_CPUResults_totals_usage_idle",
})
System_CPUResults_details_item = TypedDict("System_CPUResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "usage_user": "float",
    "usage_nice": "float",
    "usage_system": "float",
    "usage_irq": "float",
    "usage_softirq": "float",
    "usage_iowait": "float",
    "usage_steal": "float",
    "usage_idle": "float",
})
System_CPUResults = TypedDict("System_CPUResults", {
    "totals": "System_CPUResults_totals",
    "details": "list[System_CPUResults_details_item]",
})
System_DFParams_time_range = TypedDict("System_DFParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
System_DFParams = TypedDict("System_DFParams", {
    "time_range": "NotRequired[System_DFParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "host": "NotRequired[str]",
    "node": "NotRequired[str]",
    "fs": "NotRequired[str]",
})
System_DFQuery_missing_shards_item = TypedDict("System_DFQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
System_DFQuery_error = TypedDict("System_DFQuery_error", {
    "code": "str",
    "detail": "str",
})
System_DFQuery = TypedDict("System_DFQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"System_DF\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "System_DFResults | NoResults",
    "params": "System_DFParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[System_DFQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[System_DFQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
System_DFRequest = TypedDict("System_DFRequest", {
    "type": "Literal[\"System_DF\"]",
    "params": "System_DFParams",
})
System_DFResults_totals_used = TypedDict("System_DFResults_totals_used", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_DFResults_totals_reserved = TypedDict("System_DFResults_totals_reserved", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_DFResults_totals_free = TypedDict("System_DFResults_totals_free", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_DFResults_totals = TypedDict("System_DFResults_totals", {
    "used": "System_DFResults_totals_used",
    "reserved": "System_DFResults_totals_reserved",
    "free": "System_DFResults_totals_free",
})
System_DFResults_details_item = TypedDict("System_DFResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "used": "float",
    "reserved": "float",
    "free": "float",
})
System_DFResults = TypedDict("System_DFResults", {
    "totals": "System_DFResults_totals",
    "details": "list[System_DFResults_details_item]",
})
System_IOPSParams_time_range = TypedDict("System_IOPSParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
System_IOPSParams = TypedDict("System_IOPSParams", {
    "time_range": "NotRequired[System_IOPSParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "host": "NotRequired[str]",
    "node": "NotRequired[str]",
    "disk": "NotRequired[str]",
})
System_IOPSQuery_missing_shards_item = TypedDict("System_IOPSQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
System_IOPSQuery_error = TypedDict("System_IOPSQuery_error", {
    "code": "str",
    "detail": "str",
})
System_IOPSQuery = TypedDict("System_IOPSQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"System_IOPS\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "System_IOPSResults | NoResults",
    "params": "System_IOPSParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[System_IOPSQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[System_IOPSQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
System_IOPSRequest = TypedDict("System_IOPSRequest", {
    "type": "Literal[\"System_IOPS\"]",
    "params": "System_IOPSParams",
})
System_IOPSResults_totals_reads = TypedDict("System_IOPSResults_totals_reads", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_IOPSResults_totals_writes = TypedDict("System_IOPSResults_totals_writes", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_IOPSResults_totals = TypedDict("System_IOPSResults_totals", {
    "reads": "System_IOPSResults_totals_reads",
    "writes": "System_IOPSResults_totals_writes",
})
System_IOPSResults_details_item = TypedDict("System_IOPSResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "reads": "float",
    "writes": "float",
})
System_IOPSResults = TypedDict("System_IOPSResults", {
    "totals": "System_IOPSResults_totals",
    "details": "list[System_IOPSResults_details_item]",
})
System_MemoryParams_time_range = TypedDict("System_MemoryParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
System_MemoryParams = TypedDict("System_MemoryParams", {
    "time_range": "NotRequired[System_MemoryParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "host": "NotRequired[str]",
    "node": "NotRequired[str]",
})
System_MemoryQuery_missing_shards_item = TypedDict("System_MemoryQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
System_MemoryQuery_error = TypedDict("System_MemoryQuery_error", {
    "code": "str",
    "detail": "str",
})
System_MemoryQuery = TypedDict("System_MemoryQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"System_Memory\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "System_MemoryResults | NoResults",
    "params": "System_MemoryParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[System_MemoryQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[System_MemoryQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
System_MemoryRequest = TypedDict("System_MemoryRequest", {
    "type": "Literal[\"System_Memory\"]",
    "params": "System_MemoryParams",
})
System_MemoryResults_totals_used = TypedDict("System_MemoryResults_totals_used", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_MemoryResults_totals_buffered = TypedDict("System_MemoryResults_totals_buffered", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_MemoryResults_totals_cached = TypedDict("System_MemoryResults_totals_cached", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_MemoryResults_totals_free = TypedDict("System_MemoryResults_totals_free", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_MemoryResults_totals = TypedDict("System_MemoryResults_totals", {
    "used": "System_MemoryResults_totals_used",
    "buffered": "System_MemoryResults_totals_buffered",
    "cached": "System_MemoryResults_totals_cached",
    "free": "System_MemoryResults_totals_free",
})
System_MemoryResults_details_item = TypedDict("System_MemoryResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "used": "float",
    "buffered": "float",
    "cached": "float",
    "free": "float",
})
System_MemoryResults = TypedDict("System_MemoryResults", {
    "totals": "System_MemoryResults_totals",
    "details": "list[System_MemoryResults_details_item]",
})
System_NetworkErrorsParams_time_range = TypedDict("System_NetworkErrorsParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
System_NetworkErrorsParams = TypedDict("System_NetworkErrorsParams", {
    "time_range": "NotRequired[System_NetworkErrorsParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "host": "NotRequired[str]",
    "node": "NotRequired[str]",
    "interface": "NotRequired[str]",
})
System_NetworkErrorsQuery_missing_shards_item = TypedDict("System_NetworkErrorsQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
System_NetworkErrorsQuery_error = TypedDict("System_NetworkErrorsQuery_error", {
    "code": "str",
    "detail": "str",
})
System_NetworkErrorsQuery = TypedDict("System_NetworkErrorsQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"System_NetworkErrors\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "System_NetworkErrorsResults | NoResults",
    "params": "System_NetworkErrorsParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[System_NetworkErrorsQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[System_NetworkErrorsQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
System_NetworkErrorsRequest = TypedDict("System_NetworkErrorsRequest", {
    "type": "Literal[\"System_NetworkErrors\"]",
    "params": "System_NetworkErrorsParams",
})
System_NetworkErrorsResults_totals_drop_in = TypedDict("System_NetworkErrorsResults_totals_drop_in", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkErrorsResults_totals_drop_out = TypedDict("System_NetworkErrorsResults_totals_drop_out", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkErrorsResults_totals_err_in = TypedDict("System_NetworkErrorsResults_totals_err_in", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkErrorsResults_totals_err_out = TypedDict("System_NetworkErrorsResults_totals_err_out", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkErrorsResults_totals = TypedDict("System_NetworkErrorsResults_totals", {
    "drop_in": "System_NetworkErrorsResults_totals_drop_in",
    "drop_out": "System_NetworkErrorsResults_totals_drop_out",
    "err_in": "System_NetworkErrorsResults_totals_err_in",
    "err_out": "System_NetworkErrorsResults_totals_err_out",
})
System_NetworkErrorsResults_details_item = TypedDict("System_NetworkErrorsResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "drop_in": "float",
    "drop_out": "float",
    "err_in": "float",
    "err_out": "float",
})
System_NetworkErrorsResults = TypedDict("System_NetworkErrorsResults", {
    "totals": "System_NetworkErrorsResults_totals",
    "details": "list[System_NetworkErrorsResults_details_item]",
})
System_NetworkParams_time_range = TypedDict("System_NetworkParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
System_NetworkParams = TypedDict("System_NetworkParams", {
    "time_range": "NotRequired[System_NetworkParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "host": "NotRequired[str]",
    "node": "NotRequired[str]",
    "interface": "NotRequired[str]",
})
System_NetworkQuery_missing_shards_item = TypedDict("System_NetworkQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
System_NetworkQuery_error = TypedDict("System_NetworkQuery_error", {
    "code": "str",
    "detail": "str",
})
System_NetworkQuery = TypedDict("System_NetworkQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"System_Network\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "System_NetworkResults | NoResults",
    "params": "System_NetworkParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[System_NetworkQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[System_NetworkQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
System_NetworkRequest = TypedDict("System_NetworkRequest", {
    "type": "Literal[\"System_Network\"]",
    "params": "System_NetworkParams",
})
System_NetworkResults_totals_if_packets_tx = TypedDict("System_NetworkResults_totals_if_packets_tx", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkResults_totals_if_packets_rx = TypedDict("System_NetworkResults_totals_if_packets_rx", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkResults_totals_if_octets_tx = TypedDict("System_NetworkResults_totals_if_octets_tx", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkResults_totals_if_octets_rx = TypedDict("System_NetworkResults_totals_if_octets_rx", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkResults_totals_if_errors_tx = TypedDict("System_NetworkResults_totals_if_errors_tx", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkResults_totals_if_errors_rx = TypedDict("System_NetworkResults_totals_if_errors_rx", {
    "count": "int",
    "sum": "float",
    "min": "float | None",
    "max": "float | None",
    "avg": "float | None",
    "last": "float | None",
    "last_ts": "int | None",
})
System_NetworkResults_totals = TypedDict("System_NetworkResults_totals", {
    "if_packets.tx": "System_NetworkResults_totals_if_packets_tx",
    "if_packets.rx": "System_NetworkResults_totals_if_packets_rx",
    "if_octets.tx": "System_NetworkResults_totals_if_octets_tx",
    "if_octets.rx": "System_NetworkResults_totals_if_octets_rx",
    "if_errors.tx": "System_NetworkResults_totals_if_errors_tx",
    "if_errors.rx": "System_NetworkResults_totals_if_errors_rx",
})
System_NetworkResults_details_item = TypedDict("System_NetworkResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "if_packets.tx": "float",
    "if_packets.rx": "float",
    "if_octets.tx": "float",
    "if_octets.rx": "float",
    "if_errors.tx": "float",
    "if_errors.rx": "float",
})
System_NetworkResults = TypedDict("System_NetworkResults", {
    "totals": "System_NetworkResults_totals",
    "details": "list[System_NetworkResults_details_item]",
})
TagList_list_item = TypedDict("TagList_list_item", {
    "name": "str",
    "count": "int",
    "values": "int",
    "numeric": "bool",
})
TagList = TypedDict("TagList", {
    "ts_from": "int",
    "ts_to": "int",
    "count": "int",
    "sampled": "int",
    "total": "int",
    "list": "list[TagList_list_item]",
})
Task_owner = TypedDict("Task_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
Task = TypedDict("Task", {
    "id": "int",
    "title": "str",
    "description": "str",
    "due": "float | None",
    "status": "Literal[\"new\", \"in_progress\", \"resolved\", \"closed\"]",
    "assigned_to": "int | None",
    "event_id": "str | None",
    "is_open": "bool",
    "is_closed": "bool",
    "is_overdue": "bool",
    "owner": "Task_owner",
    "created_at": "float",
    "updated_at": "float",
})
TaskDraft = TypedDict("TaskDraft", {
    "title": "str",
    "description": "NotRequired[str]",
    "due": "NotRequired[float | None]",
    "status": "NotRequired[Literal[\"new\", \"in_progress\", \"resolved\", \"closed\"]]",
    "assigned_to": "NotRequired[int | None]",
    "event_id": "NotRequired[str | None]",
})
TaskPatch = TypedDict("TaskPatch", {
    "title": "NotRequired[str]",
    "description": "NotRequired[str]",
    "due": "NotRequired[float | None]",
    "status": "NotRequired[Literal[\"new\", \"in_progress\", \"resolved\", \"closed\"]]",
    "assigned_to": "NotRequired[int | None]",
    "event_id": "NotRequired[str | None]",
})
TaskTemplate = TypedDict("TaskTemplate", {
    "title": "NotRequired[str]",
    "description": "NotRequired[str]",
    "assigned_to": "NotRequired[int | None]",
    "due_after": "NotRequired[int | None]",
})
TasksParams_time_range = TypedDict("TasksParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
TasksParams = TypedDict("TasksParams", {
    "time_range": "NotRequired[TasksParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "target": "NotRequired[Literal[\"assigned_to_me\", \"all\"]]",
    "is_overdue": "NotRequired[bool]",
    "is_open": "NotRequired[bool]",
    "assigned_to": "NotRequired[list[int]]",
    "sort": "NotRequired[str | list[str]]",
})
TasksQuery_missing_shards_item = TypedDict("TasksQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
TasksQuery_error = TypedDict("TasksQuery_error", {
    "code": "str",
    "detail": "str",
})
TasksQuery = TypedDict("TasksQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"Tasks\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "TasksResults | NoResults",
    "params": "TasksParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[TasksQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[TasksQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
TasksRequest = TypedDict("TasksRequest", {
    "type": "Literal[\"Tasks\"]",
    "params": "TasksParams",
})
TasksResults: TypeAlias = "list[Task]"
ThrottledError = TypedDict("ThrottledError", {
    "detail": "str",
    "code": "Literal[\"throttled\"]",
})
TimeRange = TypedDict("TimeRange", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
TopNParams_time_range = TypedDict("TopNParams_time_range", {
    "ts_from": "NotRequired[int]",
    "ts_to": "NotRequired[int]",
    "step": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "timezone": "NotRequired[str]",
    "round_to_step": "NotRequired[Any]",
    "periods": "NotRequired[Any]",
})
TopNParams = TypedDict("TopNParams", {
    "time_range": "NotRequired[TopNParams_time_range]",
    "with_archive": "NotRequired[bool]",
    "freeze_time": "NotRequired[bool]",
    "filter": "NotRequired[list[Condition | ConditionGroup]]",
    "field": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "with_subperiods": "NotRequired[bool]",
    "top_periods": "NotRequired[bool]",
    "show_other": "NotRequired[bool]",
    "ignore_empty": "NotRequired[bool]",
    "subfields": "NotRequired[list[str]]",
    "subfields_limit": "NotRequired[int]",
})
TopNQuery_missing_shards_item = TypedDict("TopNQuery_missing_shards_item", {
    "shard": "int",
    "servers": "list[str]",
})
TopNQuery_error = TypedDict("TopNQuery_error", {
    "code": "str",
    "detail": "str",
})
TopNQuery = TypedDict("TopNQuery", {
    "query_id": "str | None",
    "status": "Literal[\"PENDING\", \"IN_PROGRESS\", \"SUCCESS\", \"FAILURE\", \"STOPPED\"]",
    "type": "Literal[\"TopN\"]",
    "base_time": "int",
    "progress": "float",
    "queue_position": "NotRequired[int]",
    "results": "TopNResults | NoResults",
    "params": "TopNParams",
    "owner_id": "int",
    "created_at": "float",
    "updated_at": "float",
    "partial": "NotRequired[bool]",
    "missing_shards": "NotRequired[list[TopNQuery_missing_shards_item]]",
    "missing_days": "NotRequired[list[str]]",
    "archived_days": "NotRequired[int]",
    "error": "NotRequired[TopNQuery_error]",
    "explain": "NotRequired[QueryExplanation]",
})
TopNRequest = TypedDict("TopNRequest", {
    "type": "Literal[\"TopN\"]",
    "params": "TopNParams",
})
TopNResults_totals_values_item_subfields_value_item_geoip = TypedDict("TopNResults_totals_values_item_subfields_value_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_totals_values_item_subfields_value_item = TypedDict("TopNResults_totals_values_item_subfields_value_item", {
    "name": "str | int",
    "count": "int",
    "geoip": "NotRequired[TopNResults_totals_values_item_subfields_value_item_geoip]",
})
TopNResults_totals_values_item_geoip = TypedDict("TopNResults_totals_values_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_totals_values_item = TypedDict("TopNResults_totals_values_item", {
    "name": "str | int",
    "count": "int",
    "subfields": "NotRequired[dict[str, list[TopNResults_totals_values_item_subfields_value_item]]]",
    "geoip": "NotRequired[TopNResults_totals_values_item_geoip]",
})
TopNResults_totals = TypedDict("TopNResults_totals", {
    "ts_from": "int",
    "ts_to": "int",
    "values": "list[TopNResults_totals_values_item]",
    "cardinality": "int",
    "count": "int",
    "approximate": "NotRequired[Literal[True]]",
    "bound": "NotRequired[str]",
})
TopNResults_details_item_values_item_subfields_value_item_geoip = TypedDict("TopNResults_details_item_values_item_subfields_value_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_details_item_values_item_subfields_value_item = TypedDict("TopNResults_details_item_values_item_subfields_value_item", {
    "name": "str | int",
    "count": "int",
    "geoip": "NotRequired[TopNResults_details_item_values_item_subfields_value_item_geoip]",
})
TopNResults_details_item_values_item_geoip = TypedDict("TopNResults_details_item_values_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_details_item_values_item = TypedDict("TopNResults_details_item_values_item", {
    "name": "str | int",
    "count": "int",
    "subfields": "NotRequired[dict[str, list[TopNResults_details_item_values_item_subfields_value_item]]]",
    "geoip": "NotRequired[TopNResults_details_item_values_item_geoip]",
})
TopNResults_details_item_total_values_item_subfields_value_item_geoip = TypedDict("TopNResults_details_item_total_values_item_subfields_value_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_details_item_total_values_item_subfields_value_item = TypedDict("TopNResults_details_item_total_values_item_subfields_value_item", {
    "name": "str | int",
    "count": "int",
    "geoip": "NotRequired[TopNResults_details_item_total_values_item_subfields_value_item_geoip]",
})
TopNResults_details_item_total_values_item_geoip = TypedDict("TopNResults_details_item_total_values_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_details_item_total_values_item = TypedDict("TopNResults_details_item_total_values_item", {
    "name": "str | int",
    "count": "int",
    "subfields": "NotRequired[dict[str, list[TopNResults_details_item_total_values_item_subfields_value_item]]]",
    "geoip": "NotRequired[TopNResults_details_item_total_values_item_geoip]",
})
TopNResults_details_item = TypedDict("TopNResults_details_item", {
    "ts_from": "int",
    "ts_to": "int",
    "values": "list[TopNResults_details_item_values_item]",
    "total_values": "list[TopNResults_details_item_total_values_item]",
    "total_count": "int",
})
TopNResults_top_periods_item_values_item_subfields_value_item_geoip = TypedDict("TopNResults_top_periods_item_values_item_subfields_value_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_top_periods_item_values_item_subfields_value_item = TypedDict("TopNResults_top_periods_item_values_item_subfields_value_item", {
    "name": "str | int",
    "count": "int",
    "geoip": "NotRequired[TopNResults_top_periods_item_values_item_subfields_value_item_geoip]",
})
TopNResults_top_periods_item_values_item_geoip = TypedDict("TopNResults_top_periods_item_values_item_geoip", {
    "country": "str",
    "state": "str",
    "city": "str",
})
TopNResults_top_periods_item_values_item = TypedDict("TopNResults_top_periods_item_values_item", {
    "name": "str | int",
    "count": "int",
    "subfields": "NotRequired[dict[str, list[TopNResults_top_periods_item_values_item_subfields_value_item]]]",
    "geoip": "NotRequired[TopNResults_top_periods_item_values_item_geoip]",
})
TopNResults_top_periods_item = TypedDict("TopNResults_top_periods_item", {
    "ts_from": "int",
    "ts_to": "int",
    "values": "list[TopNResults_top_periods_item_values_item]",
    "total_count": "int",
})
TopNResults = TypedDict("TopNResults", {
    "totals": "TopNResults_totals",
    "details": "NotRequired[list[TopNResults_details_item]]",
    "top_periods": "NotRequired[list[TopNResults_top_periods_item]]",
})
Trigger_owner = TypedDict("Trigger_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
Trigger = TypedDict("Trigger", {
    "id": "int",
    "snapshot_id": "int",
    "owner": "Trigger_owner",
    "order": "int | None",
    "name": "str",
    "filter": "list[GivenCondition | GivenConditionGroup]",
    "is_private": "bool",
    "issue_notification": "bool",
    "mark_known": "bool",
    "mark_actionable": "bool",
    "send_email": "bool",
    "send_email_template": "str",
    "send_webhook": "bool",
    "send_webhook_method": "Literal[\"GET\", \"POST\"]",
    "send_webhook_url": "str",
    "send_webhook_template": "str",
    "send_webhook_ssl_verify": "bool",
    "exec_script": "bool",
    "script_path": "str",
    "add_note": "bool",
    "note_text": "str",
    "snmp_trap": "bool",
    "is_active": "bool",
    "active_since": "float | None",
    "active_until": "float | None",
    "active_hours": "ActiveHours | None",
    "stop_flag": "bool",
    "on_repeats": "Literal[\"first\", \"each\"]",
    "condition": "TriggerCondition | None",
    "group_by": "str | None",
    "send_email_to": "list[str | int]",
    "send_email_period": "int",
    "send_webhook_format": "Literal[\"template\", \"slack\", \"teams\", \"pagerduty\", \"generic\"]",
    "send_webhook_query": "str",
    "send_webhook_headers": "dict[str, str]",
    "send_webhook_period": "int",
    "exec_script_period": "int",
    "snmp": "SnmpTarget | None",
    "create_task": "bool",
    "task_template": "TaskTemplate | None",
    "escalate_after": "int | None",
    "escalate_to": "list[str | int]",
    "read_only": "bool",
    "has_snmp_secrets": "bool",
    "hits_count": "int | None",
    "fires_count": "int | None",
    "last_matched": "float | None",
    "last_issued": "float | None",
    "notifications_count": "int",
    "unread_count": "int",
    "created_at": "float",
    "updated_at": "float",
})
TriggerClone = TypedDict("TriggerClone", {
    "name": "NotRequired[str]",
})
TriggerCondition = TypedDict("TriggerCondition", {
    "kind": "Literal[\"count\", \"distinct\", \"first_seen\", \"absence\", \"pair\", \"rate\", \"new_template\"]",
    "count": "NotRequired[int]",
    "seconds": "NotRequired[int]",
    "days": "NotRequired[int]",
    "factor": "NotRequired[float]",
    "field": "NotRequired[str]",
    "by": "NotRequired[str | None]",
    "followed_by": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "expect": "NotRequired[Literal[\"follows\", \"missing\"]]",
})
TriggerDraft = TypedDict("TriggerDraft", {
    "name": "str",
    "filter": "list[GivenCondition | GivenConditionGroup]",
    "is_private": "NotRequired[bool]",
    "issue_notification": "NotRequired[bool]",
    "mark_known": "NotRequired[bool]",
    "mark_actionable": "NotRequired[bool]",
    "send_email": "NotRequired[bool]",
    "send_email_template": "NotRequired[str]",
    "send_webhook": "NotRequired[bool]",
    "send_webhook_method": "NotRequired[Literal[\"GET\", \"POST\"]]",
    "send_webhook_url": "NotRequired[str]",
    "send_webhook_template": "NotRequired[str]",
    "send_webhook_ssl_verify": "NotRequired[bool]",
    "exec_script": "NotRequired[bool]",
    "script_path": "NotRequired[str]",
    "add_note": "NotRequired[bool]",
    "note_text": "NotRequired[str]",
    "snmp_trap": "NotRequired[bool]",
    "is_active": "NotRequired[bool]",
    "active_since": "NotRequired[float | None]",
    "active_until": "NotRequired[float | None]",
    "active_hours": "NotRequired[ActiveHours | None]",
    "stop_flag": "NotRequired[bool]",
    "on_repeats": "NotRequired[Literal[\"first\", \"each\"]]",
    "condition": "NotRequired[TriggerCondition | None]",
    "group_by": "NotRequired[str | None]",
    "send_email_to": "NotRequired[list[str | int]]",
    "send_email_period": "NotRequired[int]",
    "send_webhook_format": "NotRequired[Literal[\"template\", \"slack\", \"teams\", \"pagerduty\", \"generic\"]]",
    "send_webhook_query": "NotRequired[str]",
    "send_webhook_headers": "NotRequired[dict[str, str]]",
    "send_webhook_period": "NotRequired[int]",
    "exec_script_period": "NotRequired[int]",
    "snmp": "NotRequired[SnmpTarget | None]",
    "create_task": "NotRequired[bool]",
    "task_template": "NotRequired[TaskTemplate | None]",
    "escalate_after": "NotRequired[int | None]",
    "escalate_to": "NotRequired[list[str | int]]",
})
TriggerDryRun_actions_item = TypedDict("TriggerDryRun_actions_item", {
    "kind": "Literal[\"status\", \"note\", \"notification\", \"email\", \"webhook\", \"script\", \"snmp\", \"task\"]",
    "count": "int",
})
TriggerDryRun_series_item = TypedDict("TriggerDryRun_series_item", {
    "at": "int",
    "matches": "int",
    "fires": "int",
})
TriggerDryRun_firings_item = TypedDict("TriggerDryRun_firings_item", {
    "at": "int",
    "key": "str",
    "value": "str",
    "count": "int",
})
TriggerDryRun_top_hosts_item = TypedDict("TriggerDryRun_top_hosts_item", {
    "host": "str",
    "count": "int",
})
TriggerDryRun = TypedDict("TriggerDryRun", {
    "from": "int",
    "to": "int",
    "matches": "int",
    "fires": "int",
    "actions": "list[TriggerDryRun_actions_item]",
    "step": "int",
    "series": "list[TriggerDryRun_series_item]",
    "firings": "list[TriggerDryRun_firings_item]",
    "samples": "list[EventRecord]",
    "top_hosts": "list[TriggerDryRun_top_hosts_item]",
    "complete": "bool",
    "notes": "list[str]",
    "took_ms": "int",
})
TriggerDryRunRequest_trigger = TypedDict("TriggerDryRunRequest_trigger", {
    "name": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "is_private": "NotRequired[bool]",
    "issue_notification": "NotRequired[bool]",
    "mark_known": "NotRequired[bool]",
    "mark_actionable": "NotRequired[bool]",
    "send_email": "NotRequired[bool]",
    "send_email_template": "NotRequired[str]",
    "send_webhook": "NotRequired[bool]",
    "send_webhook_method": "NotRequired[Literal[\"GET\", \"POST\"]]",
    "send_webhook_url": "NotRequired[str]",
    "send_webhook_template": "NotRequired[str]",
    "send_webhook_ssl_verify": "NotRequired[bool]",
    "exec_script": "NotRequired[bool]",
    "script_path": "NotRequired[str]",
    "add_note": "NotRequired[bool]",
    "note_text": "NotRequired[str]",
    "snmp_trap": "NotRequired[bool]",
    "is_active": "NotRequired[bool]",
    "active_since": "NotRequired[float | None]",
    "active_until": "NotRequired[float | None]",
    "active_hours": "NotRequired[ActiveHours | None]",
    "stop_flag": "NotRequired[bool]",
    "on_repeats": "NotRequired[Literal[\"first\", \"each\"]]",
    "condition": "NotRequired[TriggerCondition | None]",
    "group_by": "NotRequired[str | None]",
    "send_email_to": "NotRequired[list[str | int]]",
    "send_email_period": "NotRequired[int]",
    "send_webhook_format": "NotRequired[Literal[\"template\", \"slack\", \"teams\", \"pagerduty\", \"generic\"]]",
    "send_webhook_query": "NotRequired[str]",
    "send_webhook_headers": "NotRequired[dict[str, str]]",
    "send_webhook_period": "NotRequired[int]",
    "exec_script_period": "NotRequired[int]",
    "snmp": "NotRequired[SnmpTarget | None]",
    "create_task": "NotRequired[bool]",
    "task_template": "NotRequired[TaskTemplate | None]",
    "escalate_after": "NotRequired[int | None]",
    "escalate_to": "NotRequired[list[str | int]]",
})
TriggerDryRunRequest = TypedDict("TriggerDryRunRequest", {
    "trigger": "NotRequired[TriggerDryRunRequest_trigger]",
    "trigger_id": "NotRequired[int]",
    "days": "NotRequired[int]",
    "time_range": "NotRequired[TimeRange]",
})
TriggerExport = TypedDict("TriggerExport", {
    "name": "str",
    "filter": "list[GivenCondition | GivenConditionGroup]",
    "is_private": "NotRequired[bool]",
    "issue_notification": "NotRequired[bool]",
    "mark_known": "NotRequired[bool]",
    "mark_actionable": "NotRequired[bool]",
    "send_email": "NotRequired[bool]",
    "send_email_template": "NotRequired[str]",
    "send_webhook": "NotRequired[bool]",
    "send_webhook_method": "NotRequired[Literal[\"GET\", \"POST\"]]",
    "send_webhook_url": "NotRequired[str]",
    "send_webhook_template": "NotRequired[str]",
    "send_webhook_ssl_verify": "NotRequired[bool]",
    "exec_script": "NotRequired[bool]",
    "script_path": "NotRequired[str]",
    "add_note": "NotRequired[bool]",
    "note_text": "NotRequired[str]",
    "snmp_trap": "NotRequired[bool]",
    "is_active": "NotRequired[bool]",
    "active_since": "NotRequired[float | None]",
    "active_until": "NotRequired[float | None]",
    "active_hours": "NotRequired[ActiveHours | None]",
    "stop_flag": "NotRequired[bool]",
    "on_repeats": "NotRequired[Literal[\"first\", \"each\"]]",
    "condition": "NotRequired[TriggerCondition | None]",
    "group_by": "NotRequired[str | None]",
    "send_email_to": "NotRequired[list[str | int]]",
    "send_email_period": "NotRequired[int]",
    "send_webhook_format": "NotRequired[Literal[\"template\", \"slack\", \"teams\", \"pagerduty\", \"generic\"]]",
    "send_webhook_query": "NotRequired[str]",
    "send_webhook_headers": "NotRequired[dict[str, str]]",
    "send_webhook_period": "NotRequired[int]",
    "exec_script_period": "NotRequired[int]",
    "snmp": "NotRequired[SnmpTarget | None]",
    "create_task": "NotRequired[bool]",
    "task_template": "NotRequired[TaskTemplate | None]",
    "escalate_after": "NotRequired[int | None]",
    "escalate_to": "NotRequired[list[str | int]]",
})
TriggerImport = TypedDict("TriggerImport", {
    "name": "str",
    "result": "Literal[\"imported\", \"duplicate\"]",
    "trigger_id": "int",
    "notes": "list[str]",
})
TriggerMove = TypedDict("TriggerMove", {
    "before": "NotRequired[int]",
    "after": "NotRequired[int]",
    "position": "NotRequired[int]",
})
TriggerPatch = TypedDict("TriggerPatch", {
    "name": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "is_private": "NotRequired[bool]",
    "issue_notification": "NotRequired[bool]",
    "mark_known": "NotRequired[bool]",
    "mark_actionable": "NotRequired[bool]",
    "send_email": "NotRequired[bool]",
    "send_email_template": "NotRequired[str]",
    "send_webhook": "NotRequired[bool]",
    "send_webhook_method": "NotRequired[Literal[\"GET\", \"POST\"]]",
    "send_webhook_url": "NotRequired[str]",
    "send_webhook_template": "NotRequired[str]",
    "send_webhook_ssl_verify": "NotRequired[bool]",
    "exec_script": "NotRequired[bool]",
    "script_path": "NotRequired[str]",
    "add_note": "NotRequired[bool]",
    "note_text": "NotRequired[str]",
    "snmp_trap": "NotRequired[bool]",
    "is_active": "NotRequired[bool]",
    "active_since": "NotRequired[float | None]",
    "active_until": "NotRequired[float | None]",
    "active_hours": "NotRequired[ActiveHours | None]",
    "stop_flag": "NotRequired[bool]",
    "on_repeats": "NotRequired[Literal[\"first\", \"each\"]]",
    "condition": "NotRequired[TriggerCondition | None]",
    "group_by": "NotRequired[str | None]",
    "send_email_to": "NotRequired[list[str | int]]",
    "send_email_period": "NotRequired[int]",
    "send_webhook_format": "NotRequired[Literal[\"template\", \"slack\", \"teams\", \"pagerduty\", \"generic\"]]",
    "send_webhook_query": "NotRequired[str]",
    "send_webhook_headers": "NotRequired[dict[str, str]]",
    "send_webhook_period": "NotRequired[int]",
    "exec_script_period": "NotRequired[int]",
    "snmp": "NotRequired[SnmpTarget | None]",
    "create_task": "NotRequired[bool]",
    "task_template": "NotRequired[TaskTemplate | None]",
    "escalate_after": "NotRequired[int | None]",
    "escalate_to": "NotRequired[list[str | int]]",
})
TriggerPreview_actions_item = TypedDict("TriggerPreview_actions_item", {
    "kind": "Literal[\"status\", \"note\", \"notification\", \"email\", \"webhook\", \"script\", \"snmp\", \"task\"]",
    "head": "str",
    "text": "str",
    "fault": "str | None",
})
TriggerPreview = TypedDict("TriggerPreview", {
    "actions": "list[TriggerPreview_actions_item]",
})
TriggerPreviewRequest_trigger = TypedDict("TriggerPreviewRequest_trigger", {
    "name": "NotRequired[str]",
    "filter": "NotRequired[list[GivenCondition | GivenConditionGroup]]",
    "is_private": "NotRequired[bool]",
    "issue_notification": "NotRequired[bool]",
    "mark_known": "NotRequired[bool]",
    "mark_actionable": "NotRequired[bool]",
    "send_email": "NotRequired[bool]",
    "send_email_template": "NotRequired[str]",
    "send_webhook": "NotRequired[bool]",
    "send_webhook_method": "NotRequired[Literal[\"GET\", \"POST\"]]",
    "send_webhook_url": "NotRequired[str]",
    "send_webhook_template": "NotRequired[str]",
    "send_webhook_ssl_verify": "NotRequired[bool]",
    "exec_script": "NotRequired[bool]",
    "script_path": "NotRequired[str]",
    "add_note": "NotRequired[bool]",
    "note_text": "NotRequired[str]",
    "snmp_trap": "NotRequired[bool]",
    "is_active": "NotRequired[bool]",
    "active_since": "NotRequired[float | None]",
    "active_until": "NotRequired[float | None]",
    "active_hours": "NotRequired[ActiveHours | None]",
    "stop_flag": "NotRequired[bool]",
    "on_repeats": "NotRequired[Literal[\"first\", \"each\"]]",
    "condition": "NotRequired[TriggerCondition | None]",
    "group_by": "NotRequired[str | None]",
    "send_email_to": "NotRequired[list[str | int]]",
    "send_email_period": "NotRequired[int]",
    "send_webhook_format": "NotRequired[Literal[\"template\", \"slack\", \"teams\", \"pagerduty\", \"generic\"]]",
    "send_webhook_query": "NotRequired[str]",
    "send_webhook_headers": "NotRequired[dict[str, str]]",
    "send_webhook_period": "NotRequired[int]",
    "exec_script_period": "NotRequired[int]",
    "snmp": "NotRequired[SnmpTarget | None]",
    "create_task": "NotRequired[bool]",
    "task_template": "NotRequired[TaskTemplate | None]",
    "escalate_after": "NotRequired[int | None]",
    "escalate_to": "NotRequired[list[str | int]]",
})
TriggerPreviewRequest = TypedDict("TriggerPreviewRequest", {
    "trigger": "TriggerPreviewRequest_trigger",
    "event_id": "str",
})
UnsupportedMediaTypeError = TypedDict("UnsupportedMediaTypeError", {
    "detail": "str",
    "code": "Literal[\"unsupported_media_type\"]",
})
User = TypedDict("User", {
    "id": "int",
    "username": "str",
    "fullname": "str",
    "email": "str",
    "first_name": "str",
    "last_name": "str",
    "is_active": "bool",
    "groups": "list[int]",
    "is_admin": "bool",
    "created_at": "float",
    "last_login_at": "float | None",
})
UserDraft = TypedDict("UserDraft", {
    "username": "str",
    "password": "NotRequired[str]",
    "email": "NotRequired[str]",
    "first_name": "NotRequired[str]",
    "last_name": "NotRequired[str]",
    "is_active": "NotRequired[bool]",
    "groups": "NotRequired[list[int]]",
})
UserPatch = TypedDict("UserPatch", {
    "username": "NotRequired[str]",
    "password": "NotRequired[str]",
    "email": "NotRequired[str]",
    "first_name": "NotRequired[str]",
    "last_name": "NotRequired[str]",
    "is_active": "NotRequired[bool]",
    "groups": "NotRequired[list[int]]",
})
ValidationError = TypedDict("ValidationError", {
    "code": "Literal[\"validation\"]",
})
WebhookEvent = TypedDict("WebhookEvent", {
    "message": "str",
    "facility": "NotRequired[str | int]",
    "severity": "NotRequired[str | int]",
    "host": "NotRequired[str]",
    "program": "NotRequired[str]",
})
Widget_owner = TypedDict("Widget_owner", {
    "id": "int",
    "username": "str",
    "fullname": "str",
})
Widget = TypedDict("Widget", {
    "id": "int",
    "owner": "Widget_owner",
    "dashboard_ids": "list[int]",
    "type": "str",
    "title": "str",
    "config": "dict[str, Any]",
    "is_public": "bool",
    "position": "int",
    "size": "int | None",
    "read_only": "bool",
    "query_id": "str | None",
    "withdrawn": "NotRequired[Literal[True]]",
    "created_at": "float",
    "updated_at": "float",
})
WidgetDraft_config = TypedDict("WidgetDraft_config", {
    "title": "NotRequired[str]",
    "description": "NotRequired[str]",
    "col": "NotRequired[int]",
    "row": "NotRequired[int]",
    "sizeX": "NotRequired[int]",
    "sizeY": "NotRequired[int]",
    "view_type": "NotRequired[str]",
    "columns": "NotRequired[list[str]]",
    "ignore_variables": "NotRequired[list[str]]",
    "show_avg": "NotRequired[bool]",
    "show_max": "NotRequired[bool]",
    "show_min": "NotRequired[bool]",
    "show_last": "NotRequired[bool]",
    "warning_from": "NotRequired[int]",
    "error_from": "NotRequired[int]",
    "note_text": "NotRequired[str]",
})
WidgetDraft = TypedDict("WidgetDraft", {
    "type": "Literal[\"Search\", \"TopN\", \"LastN\", \"EventRate\", \"Patterns\", \"FieldStats\", \"Stats\", \"Changes\", \"StorageStats\", \"ProcessingStats\", \"Tasks\", \"Notifications\", \"System_CPU\", \"System_Memory\", \"System_DF\", \"System_IOPS\", \"System_Network\", \"System_NetworkErrors\"]",
    "title": "NotRequired[str]",
    "config": "NotRequired[WidgetDraft_config]",
    "is_public": "NotRequired[bool]",
    "position": "NotRequired[int]",
    "size": "NotRequired[int]",
})
WidgetExport = TypedDict("WidgetExport", {
    "type": "str",
    "config": "dict[str, Any]",
    "is_public": "NotRequired[bool]",
    "position": "NotRequired[int]",
    "size": "NotRequired[int]",
})
WidgetPatch_config = TypedDict("WidgetPatch_config", {
    "title": "NotRequired[str]",
    "description": "NotRequired[str]",
    "col": "NotRequired[int]",
    "row": "NotRequired[int]",
    "sizeX": "NotRequired[int]",
    "sizeY": "NotRequired[int]",
    "view_type": "NotRequired[str]",
    "columns": "NotRequired[list[str]]",
    "ignore_variables": "NotRequired[list[str]]",
    "show_avg": "NotRequired[bool]",
    "show_max": "NotRequired[bool]",
    "show_min": "NotRequired[bool]",
    "show_last": "NotRequired[bool]",
    "warning_from": "NotRequired[int]",
    "error_from": "NotRequired[int]",
    "note_text": "NotRequired[str]",
})
WidgetPatch = TypedDict("WidgetPatch", {
    "type": "NotRequired[Literal[\"Search\", \"TopN\", \"LastN\", \"EventRate\", \"Patterns\", \"FieldStats\", \"Stats\", \"Changes\", \"StorageStats\", \"ProcessingStats\", \"Tasks\", \"Notifications\", \"System_CPU\", \"System_Memory\", \"System_DF\", \"System_IOPS\", \"System_Network\", \"System_NetworkErrors\"]]",
    "title": "NotRequired[str]",
    "config": "NotRequired[WidgetPatch_config]",
    "is_public": "NotRequired[bool]",
    "position": "NotRequired[int]",
    "size": "NotRequired[int]",
})


class Questions:
    """What a client asks: each query type with its params, states and results."""

    @overload
    def ask(self, type: Literal["Changes"], params: ChangesParams, *, on_progress: Callable[[ChangesQuery], None] | None = None, stop: Event | None = None) -> ChangesResults: ...
    @overload
    def ask(self, type: Literal["EventRate"], params: EventRateParams, *, on_progress: Callable[[EventRateQuery], None] | None = None, stop: Event | None = None) -> EventRateResults: ...
    @overload
    def ask(self, type: Literal["FieldStats"], params: FieldStatsParams, *, on_progress: Callable[[FieldStatsQuery], None] | None = None, stop: Event | None = None) -> FieldStatsResults: ...
    @overload
    def ask(self, type: Literal["LastN"], params: LastNParams, *, on_progress: Callable[[LastNQuery], None] | None = None, stop: Event | None = None) -> LastNResults: ...
    @overload
    def ask(self, type: Literal["Notifications"], params: NotificationsParams, *, on_progress: Callable[[NotificationsQuery], None] | None = None, stop: Event | None = None) -> NotificationsResults: ...
    @overload
    def ask(self, type: Literal["Patterns"], params: PatternsParams, *, on_progress: Callable[[PatternsQuery], None] | None = None, stop: Event | None = None) -> PatternsResults: ...
    @overload
    def ask(self, type: Literal["ProcessingStats"], params: ProcessingStatsParams, *, on_progress: Callable[[ProcessingStatsQuery], None] | None = None, stop: Event | None = None) -> ProcessingStatsResults: ...
    @overload
    def ask(self, type: Literal["Search"], params: SearchParams, *, on_progress: Callable[[SearchQuery], None] | None = None, stop: Event | None = None) -> SearchResults: ...
    @overload
    def ask(self, type: Literal["Stats"], params: StatsParams, *, on_progress: Callable[[StatsQuery], None] | None = None, stop: Event | None = None) -> StatsResults: ...
    @overload
    def ask(self, type: Literal["StorageStats"], params: StorageStatsParams, *, on_progress: Callable[[StorageStatsQuery], None] | None = None, stop: Event | None = None) -> StorageStatsResults: ...
    @overload
    def ask(self, type: Literal["System_CPU"], params: System_CPUParams, *, on_progress: Callable[[System_CPUQuery], None] | None = None, stop: Event | None = None) -> System_CPUResults: ...
    @overload
    def ask(self, type: Literal["System_DF"], params: System_DFParams, *, on_progress: Callable[[System_DFQuery], None] | None = None, stop: Event | None = None) -> System_DFResults: ...
    @overload
    def ask(self, type: Literal["System_IOPS"], params: System_IOPSParams, *, on_progress: Callable[[System_IOPSQuery], None] | None = None, stop: Event | None = None) -> System_IOPSResults: ...
    @overload
    def ask(self, type: Literal["System_Memory"], params: System_MemoryParams, *, on_progress: Callable[[System_MemoryQuery], None] | None = None, stop: Event | None = None) -> System_MemoryResults: ...
    @overload
    def ask(self, type: Literal["System_NetworkErrors"], params: System_NetworkErrorsParams, *, on_progress: Callable[[System_NetworkErrorsQuery], None] | None = None, stop: Event | None = None) -> System_NetworkErrorsResults: ...
    @overload
    def ask(self, type: Literal["System_Network"], params: System_NetworkParams, *, on_progress: Callable[[System_NetworkQuery], None] | None = None, stop: Event | None = None) -> System_NetworkResults: ...
    @overload
    def ask(self, type: Literal["Tasks"], params: TasksParams, *, on_progress: Callable[[TasksQuery], None] | None = None, stop: Event | None = None) -> TasksResults: ...
    @overload
    def ask(self, type: Literal["TopN"], params: TopNParams, *, on_progress: Callable[[TopNQuery], None] | None = None, stop: Event | None = None) -> TopNResults: ...
    def ask(self, type: Any, params: Any, *, on_progress: Any = None, stop: Event | None = None) -> Any:
        """The results of a query, when it is finished. Raises MillraceError when it fails."""
        return self._ask(type, params, on_progress=on_progress, stop=stop)

    @overload
    def watch(self, type: Literal["Changes"], params: ChangesParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[ChangesQuery]: ...
    @overload
    def watch(self, type: Literal["EventRate"], params: EventRateParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[EventRateQuery]: ...
    @overload
    def watch(self, type: Literal["FieldStats"], params: FieldStatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[FieldStatsQuery]: ...
    @overload
    def watch(self, type: Literal["LastN"], params: LastNParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[LastNQuery]: ...
    @overload
    def watch(self, type: Literal["Notifications"], params: NotificationsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[NotificationsQuery]: ...
    @overload
    def watch(self, type: Literal["Patterns"], params: PatternsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[PatternsQuery]: ...
    @overload
    def watch(self, type: Literal["ProcessingStats"], params: ProcessingStatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[ProcessingStatsQuery]: ...
    @overload
    def watch(self, type: Literal["Search"], params: SearchParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[SearchQuery]: ...
    @overload
    def watch(self, type: Literal["Stats"], params: StatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[StatsQuery]: ...
    @overload
    def watch(self, type: Literal["StorageStats"], params: StorageStatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[StorageStatsQuery]: ...
    @overload
    def watch(self, type: Literal["System_CPU"], params: System_CPUParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[System_CPUQuery]: ...
    @overload
    def watch(self, type: Literal["System_DF"], params: System_DFParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[System_DFQuery]: ...
    @overload
    def watch(self, type: Literal["System_IOPS"], params: System_IOPSParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[System_IOPSQuery]: ...
    @overload
    def watch(self, type: Literal["System_Memory"], params: System_MemoryParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[System_MemoryQuery]: ...
    @overload
    def watch(self, type: Literal["System_NetworkErrors"], params: System_NetworkErrorsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[System_NetworkErrorsQuery]: ...
    @overload
    def watch(self, type: Literal["System_Network"], params: System_NetworkParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[System_NetworkQuery]: ...
    @overload
    def watch(self, type: Literal["Tasks"], params: TasksParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[TasksQuery]: ...
    @overload
    def watch(self, type: Literal["TopN"], params: TopNParams, *, on_reconnect: Callable[[Exception, float], None] | None = None, stop: Event | None = None) -> Iterator[TopNQuery]: ...
    def watch(self, type: Any, params: Any, *, on_reconnect: Any = None, stop: Event | None = None) -> Any:
        """A query as it changes, until the loop is left.

        Raises MillraceError for an answer that will not change. Otherwise it reconnects; on_reconnect gets the error
        and the seconds until the next attempt.
        """
        return self._watch(type, params, on_reconnect=on_reconnect, stop=stop)

    def _ask(self, type: str, params: Any, *, on_progress: Any, stop: Event | None) -> Any:
        raise NotImplementedError

    def _watch(self, type: str, params: Any, *, on_reconnect: Any, stop: Event | None) -> Iterator[Any]:
        raise NotImplementedError


class AsyncQuestions:
    """What a client asks: each query type with its params, states and results."""

    @overload
    async def ask(self, type: Literal["Changes"], params: ChangesParams, *, on_progress: Callable[[ChangesQuery], None] | None = None) -> ChangesResults: ...
    @overload
    async def ask(self, type: Literal["EventRate"], params: EventRateParams, *, on_progress: Callable[[EventRateQuery], None] | None = None) -> EventRateResults: ...
    @overload
    async def ask(self, type: Literal["FieldStats"], params: FieldStatsParams, *, on_progress: Callable[[FieldStatsQuery], None] | None = None) -> FieldStatsResults: ...
    @overload
    async def ask(self, type: Literal["LastN"], params: LastNParams, *, on_progress: Callable[[LastNQuery], None] | None = None) -> LastNResults: ...
    @overload
    async def ask(self, type: Literal["Notifications"], params: NotificationsParams, *, on_progress: Callable[[NotificationsQuery], None] | None = None) -> NotificationsResults: ...
    @overload
    async def ask(self, type: Literal["Patterns"], params: PatternsParams, *, on_progress: Callable[[PatternsQuery], None] | None = None) -> PatternsResults: ...
    @overload
    async def ask(self, type: Literal["ProcessingStats"], params: ProcessingStatsParams, *, on_progress: Callable[[ProcessingStatsQuery], None] | None = None) -> ProcessingStatsResults: ...
    @overload
    async def ask(self, type: Literal["Search"], params: SearchParams, *, on_progress: Callable[[SearchQuery], None] | None = None) -> SearchResults: ...
    @overload
    async def ask(self, type: Literal["Stats"], params: StatsParams, *, on_progress: Callable[[StatsQuery], None] | None = None) -> StatsResults: ...
    @overload
    async def ask(self, type: Literal["StorageStats"], params: StorageStatsParams, *, on_progress: Callable[[StorageStatsQuery], None] | None = None) -> StorageStatsResults: ...
    @overload
    async def ask(self, type: Literal["System_CPU"], params: System_CPUParams, *, on_progress: Callable[[System_CPUQuery], None] | None = None) -> System_CPUResults: ...
    @overload
    async def ask(self, type: Literal["System_DF"], params: System_DFParams, *, on_progress: Callable[[System_DFQuery], None] | None = None) -> System_DFResults: ...
    @overload
    async def ask(self, type: Literal["System_IOPS"], params: System_IOPSParams, *, on_progress: Callable[[System_IOPSQuery], None] | None = None) -> System_IOPSResults: ...
    @overload
    async def ask(self, type: Literal["System_Memory"], params: System_MemoryParams, *, on_progress: Callable[[System_MemoryQuery], None] | None = None) -> System_MemoryResults: ...
    @overload
    async def ask(self, type: Literal["System_NetworkErrors"], params: System_NetworkErrorsParams, *, on_progress: Callable[[System_NetworkErrorsQuery], None] | None = None) -> System_NetworkErrorsResults: ...
    @overload
    async def ask(self, type: Literal["System_Network"], params: System_NetworkParams, *, on_progress: Callable[[System_NetworkQuery], None] | None = None) -> System_NetworkResults: ...
    @overload
    async def ask(self, type: Literal["Tasks"], params: TasksParams, *, on_progress: Callable[[TasksQuery], None] | None = None) -> TasksResults: ...
    @overload
    async def ask(self, type: Literal["TopN"], params: TopNParams, *, on_progress: Callable[[TopNQuery], None] | None = None) -> TopNResults: ...
    async def ask(self, type: Any, params: Any, *, on_progress: Any = None) -> Any:
        """The results of a query, when it is finished. Raises MillraceError when it fails."""
        return await self._ask(type, params, on_progress=on_progress)

    @overload
    def watch(self, type: Literal["Changes"], params: ChangesParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[ChangesQuery]: ...
    @overload
    def watch(self, type: Literal["EventRate"], params: EventRateParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[EventRateQuery]: ...
    @overload
    def watch(self, type: Literal["FieldStats"], params: FieldStatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[FieldStatsQuery]: ...
    @overload
    def watch(self, type: Literal["LastN"], params: LastNParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[LastNQuery]: ...
    @overload
    def watch(self, type: Literal["Notifications"], params: NotificationsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[NotificationsQuery]: ...
    @overload
    def watch(self, type: Literal["Patterns"], params: PatternsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[PatternsQuery]: ...
    @overload
    def watch(self, type: Literal["ProcessingStats"], params: ProcessingStatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[ProcessingStatsQuery]: ...
    @overload
    def watch(self, type: Literal["Search"], params: SearchParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[SearchQuery]: ...
    @overload
    def watch(self, type: Literal["Stats"], params: StatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[StatsQuery]: ...
    @overload
    def watch(self, type: Literal["StorageStats"], params: StorageStatsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[StorageStatsQuery]: ...
    @overload
    def watch(self, type: Literal["System_CPU"], params: System_CPUParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[System_CPUQuery]: ...
    @overload
    def watch(self, type: Literal["System_DF"], params: System_DFParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[System_DFQuery]: ...
    @overload
    def watch(self, type: Literal["System_IOPS"], params: System_IOPSParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[System_IOPSQuery]: ...
    @overload
    def watch(self, type: Literal["System_Memory"], params: System_MemoryParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[System_MemoryQuery]: ...
    @overload
    def watch(self, type: Literal["System_NetworkErrors"], params: System_NetworkErrorsParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[System_NetworkErrorsQuery]: ...
    @overload
    def watch(self, type: Literal["System_Network"], params: System_NetworkParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[System_NetworkQuery]: ...
    @overload
    def watch(self, type: Literal["Tasks"], params: TasksParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[TasksQuery]: ...
    @overload
    def watch(self, type: Literal["TopN"], params: TopNParams, *, on_reconnect: Callable[[Exception, float], None] | None = None) -> AsyncIterator[TopNQuery]: ...
    def watch(self, type: Any, params: Any, *, on_reconnect: Any = None) -> Any:
        """A query as it changes, until the loop is left.

        Raises MillraceError for an answer that will not change. Otherwise it reconnects; on_reconnect gets the error
        and the seconds until the next attempt.
        """
        return self._watch(type, params, on_reconnect=on_reconnect)

    async def _ask(self, type: str, params: Any, *, on_progress: Any) -> Any:
        raise NotImplementedError

    def _watch(self, type: str, params: Any, *, on_reconnect: Any) -> AsyncIterator[Any]:
        raise NotImplementedError
