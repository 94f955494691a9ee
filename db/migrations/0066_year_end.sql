CREATE TABLE "year_end_reminders" (
	"subject_id" uuid NOT NULL,
	"financial_year" text NOT NULL,
	"reminded_on" date NOT NULL,
	CONSTRAINT "year_end_reminders_subject_id_financial_year_pk" PRIMARY KEY("subject_id","financial_year")
);
