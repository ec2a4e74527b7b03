using Microsoft.AspNetCore.Mvc;

namespace Post.Controllers;

public record Parcel(int Id, int WeightInGrams);

[ApiController]
[Route("Api/[controller]")]
public class ParcelsController : ControllerBase
{
    [HttpGet("{parcelId}")]
    public ActionResult<Parcel> Get(int parcelId) => new Parcel(parcelId, 100);
}
