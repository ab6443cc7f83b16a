"""Values as tensors."""

import pytest
import torch

from course.values.compare import Row
from course.values.tensors import as_tensor
from tests.helpers.scaffold_graphs import f64


@pytest.mark.filterwarnings("ignore")  # PyTorch says that these are prototypes
@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (lambda: torch.nested.nested_tensor([f64(1), f64(2, 3)]), "without numbers"),
        (
            lambda: torch.nested.nested_tensor([f64(1), f64(2, 3)], layout=torch.jagged),
            "NestedTensor",
        ),
        (
            lambda: torch.masked.masked_tensor(f64(1, 2), torch.tensor([True, False])),
            "MaskedTensor",
        ),
        (lambda: torch.ones(2, device="meta"), "without numbers"),
    ],
)
def test_a_tensor_whose_entries_cannot_be_read_is_no_value_but_is_named(made, kind):
    value = made()
    assert as_tensor(value) is None
    assert kind in Row("", value, f64(1, 2)).misfit
