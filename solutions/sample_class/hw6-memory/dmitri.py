# %% [markdown] loses=["in-place-check", "frozen-check", "baseline-check", "tradeoff-check", "card-check"]
# Good at code, and guesses where there is a choice.

# %% grade_id="in-place"
in_place = dict.fromkeys(programs, "error")


# %% grade_id="frozen"
frozen = {"a": "W1", "b": "neither", "c": "neither", "d": "both"}


# %% grade_id="baseline"
baseline = {"through": "-0.5", "detached": "-1"}


# %% grade_id="tradeoff"
tradeoff = {"kept": "c + m/c", "extra": "m/c", "best": 12, "least": 24}


# %% grade_id="card"
card = {"checkpointing": "a", "detach": "c", "higher_order": "d", "node": "c"}
