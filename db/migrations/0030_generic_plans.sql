-- Called with an array of one id for each adoption: Postgres does not know its length before the call, expects ten, and
-- so planned the statement within anew each time.
ALTER FUNCTION "refresh_billing_search_index"(uuid[]) SET plan_cache_mode = force_generic_plan;
