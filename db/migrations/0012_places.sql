CREATE TABLE "places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"district" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "places_name_given" CHECK (length(trim("places"."name")) > 0 and length(trim("places"."district")) > 0),
	CONSTRAINT "places_position_range" CHECK ("places"."latitude" between -90 and 90 and "places"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "places_name" ON "places" USING btree (lower("name"));