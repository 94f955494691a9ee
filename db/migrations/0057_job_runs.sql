CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"succeeded_at" timestamp with time zone,
	"milliseconds" integer,
	"failing_since" timestamp with time zone,
	"error_code" text,
	CONSTRAINT "job_runs_held" CHECK (("job_runs"."held_by" is null) = ("job_runs"."held_until" is null)),
	CONSTRAINT "job_runs_failing" CHECK (("job_runs"."failing_since" is null) = ("job_runs"."error_code" is null))
);
