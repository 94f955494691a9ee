-- Messages about students that wait to be sent name published numbers as parts of the seats (docs/decisions/0043).
CREATE FUNCTION pg_temp.part(says text, count int, seats int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT CASE WHEN says = 'exactly' AND (seats = count OR (count >= 5 AND seats - count >= 5))
              THEN jsonb_build_object('says', 'exactly', 'count', count, 'of', seats, 'lines', 1)
              ELSE jsonb_build_object('says', CASE says WHEN 'few' THEN 'few' WHEN 'hidden' THEN 'entered' ELSE 'nearlyAll' END,
                                      'count', 0, 'of', seats, 'lines', 1) END
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.told(line jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT line || jsonb_build_object(
    'state', CASE line->>'state' WHEN 'none' THEN 'due' ELSE 'reported' END,
    'enrolled', CASE line->>'state' WHEN 'none' THEN NULL
                                    WHEN 'few' THEN pg_temp.part('few', 0, (line->>'seats')::int)
                                    ELSE pg_temp.part('exactly', (line->>'enrolled')::int, (line->>'seats')::int) END)
$$;--> statement-breakpoint
UPDATE outbound_messages SET detail = jsonb_set(detail, '{lines}', (
  SELECT jsonb_agg(pg_temp.told(line) - 'part'
    || CASE WHEN line ? 'before' THEN jsonb_build_object('before', pg_temp.told(line->'before')) ELSE '{}' END
    || CASE WHEN jsonb_typeof(line->'part') IS DISTINCT FROM 'object' THEN '{}'
            WHEN line->'part'->>'of' = 'placed' THEN jsonb_build_object('parts', jsonb_build_object('placed', jsonb_build_object(
              'says', CASE line->'part'->>'says' WHEN 'atLeast' THEN 'nearlyAll' WHEN 'hidden' THEN 'entered' ELSE line->'part'->>'says' END,
              'count', CASE line->'part'->>'says' WHEN 'exactly' THEN line->'part'->'count' ELSE '0' END)))
            ELSE jsonb_build_object('parts', jsonb_build_object(line->'part'->>'of',
              pg_temp.part(line->'part'->>'says', (line->'part'->>'count')::int, (line->>'seats')::int))) END ORDER BY position)
    FROM jsonb_array_elements(detail->'lines') WITH ORDINALITY AS old (line, position)))
 WHERE kind IN ('students', 'report') AND sent_at IS NULL AND jsonb_array_length(detail->'lines') > 0;
