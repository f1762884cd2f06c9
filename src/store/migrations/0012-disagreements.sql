-- That a rerun found something else is known longer than the job, whose result has names and logs of
-- people: it goes when its time has come, so `job_id` refers to nothing.
ALTER TABLE disagreements RENAME TO old_disagreements;
CREATE TABLE disagreements (
    job_id BIGINT PRIMARY KEY,
    first_token_id BIGINT NOT NULL REFERENCES tokens (id),
    second_token_id BIGINT NOT NULL REFERENCES tokens (id),
    CHECK (first_token_id <> second_token_id)
)
--sqlite: STRICT
;
INSERT INTO disagreements (job_id, first_token_id, second_token_id)
SELECT job_id, first_token_id, second_token_id FROM old_disagreements;
DROP TABLE old_disagreements;
